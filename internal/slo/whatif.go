package slo

// Firing is one alert of a rule, in minutes since the opening.
type Firing struct {
	Minute  int // in which it fired
	Cleared int // in which it cleared; 0 where it still fires at the end
}

// Firings replays rules over the error rates of minutes 1, 2, 3, ... after an
// opening whose rate is taken to have lasted for ever, and returns for each rule
// when it fired, as Alerts would have said in each of the minutes.
func Firings(rules []Rule, objective, opening float64, rates []float64) [][]Firing {
	errors, alerts := NewErrors(opening, len(rates)), NewAlerts(rules, objective)
	firings := make([][]Firing, len(rules))
	for i, rate := range rates {
		errors.Add(rate)
		fired, cleared := alerts.Update(errors)
		for rule := range rules {
			switch {
			case fired.Has(rule):
				firings[rule] = append(firings[rule], Firing{Minute: i + 1})
			case cleared.Has(rule):
				firings[rule][len(firings[rule])-1].Cleared = i + 1
			}
		}
	}
	return firings
}

// CalmMinutes is how many minutes in a row with a burn rate below 1 end an
// incident.
const CalmMinutes = 10

// Incident is a stretch of damage: from a minute with a burn rate of 1 or more
// to the last such minute before CalmMinutes without one.
type Incident struct {
	First, Last int     // minutes since the opening, both included
	Spent       float64 // share of the error budget that it burned
	Over        bool    // calm followed
}

// Incidents finds the incidents in the error rates of minutes 1, 2, 3, ... The
// budget is that of so many minutes.
func Incidents(rates []float64, objective, budgetMinutes float64) []Incident {
	var found []Incident
	calm := CalmMinutes
	var since float64 // burned since the newest incident's last minute
	for i, rate := range rates {
		burn := BurnRate(rate, objective)
		since += burn / budgetMinutes
		if !(burn >= 1) {
			if calm++; calm == CalmMinutes {
				found[len(found)-1].Over = true
			}
			continue
		}
		if calm >= CalmMinutes {
			found = append(found, Incident{First: i + 1})
			since = burn / budgetMinutes
		}
		newest := &found[len(found)-1]
		newest.Last, newest.Spent = i+1, newest.Spent+since
		calm, since = 0, 0
	}
	return found
}

// PageWorth is the share of the error budget from which on an incident deserves
// a page: what 14.4 times the allowed errors burn in an hour of 30 days. Source:
// The Site Reliability Workbook, ch. 5, "5: Multiple Burn Rate Alerts".
const PageWorth = 0.02

// FalsePage says whether a page of the given minute lowers the precision of its
// rule, which The Site Reliability Workbook, ch. 5, "Alerting Considerations",
// calls the proportion of alerts that stand for something significant. A page is
// false when it fires outside of every incident, or in one that burned less than
// PageWorth of the budget and would have done so even if nobody had acted. An
// incident that is small because somebody was quick was worth its page, so what
// the same time burned in the shift that nobody plays counts too: unattended are
// the incidents of that shift. Further pages of one incident, by the same rule
// or another, are repeated, not false.
func FalsePage(minute int, incidents, unattended []Incident) bool {
	i := during(minute, incidents)
	if i < 0 {
		return true
	}
	if incidents[i].Spent >= PageWorth {
		return false
	}
	for _, u := range unattended {
		if u.Spent >= PageWorth && u.First <= incidents[i].Last && u.Last >= incidents[i].First {
			return false
		}
	}
	return true
}

// during returns the incident that a minute lies in, or -1.
func during(minute int, incidents []Incident) int {
	for i, incident := range incidents {
		if incident.First <= minute && minute <= incident.Last {
			return i
		}
	}
	return -1
}

// Verdict is how rules did as a pager, by the four measures of The Site
// Reliability Workbook, ch. 5, "Alerting Considerations".
type Verdict struct {
	Pages      int // firings of rules that page
	FalsePages int // of them; see FalsePage. Precision is the share of the others
	// Missed counts the incidents that burned PageWorth or more and in which no
	// page fired. Recall is the share of the others.
	Missed int
	// FirstPage is the minute of the first page since the first incident began, 0
	// where there is none. Detection time is from there back to the beginning.
	FirstPage int
	// ResetMinutes is the longest time from the last minute of an incident that is
	// over to the clearing of a page that fired in it; -1 where none cleared.
	ResetMinutes int
	// Stuck counts pages of incidents that are over which have not cleared.
	Stuck int
}

// Judge says how rules did whose firings are those of Firings, in a shift with
// the given incidents. Tickets wake nobody and are not counted.
func Judge(rules []Rule, firings [][]Firing, incidents, unattended []Incident) Verdict {
	v := Verdict{ResetMinutes: -1}
	paged := make([]bool, len(incidents))
	for i, rule := range rules {
		if rule.Severity != Page {
			continue
		}
		for _, f := range firings[i] {
			v.Pages++
			if FalsePage(f.Minute, incidents, unattended) {
				v.FalsePages++
			}
			if len(incidents) > 0 && f.Minute >= incidents[0].First && (v.FirstPage == 0 || f.Minute < v.FirstPage) {
				v.FirstPage = f.Minute
			}
			if at := during(f.Minute, incidents); at >= 0 {
				paged[at] = true
				v.reset(f, incidents[at])
			}
		}
	}
	for i, incident := range incidents {
		if incident.Spent >= PageWorth && !paged[i] {
			v.Missed++
		}
	}
	return v
}

// reset counts how long a page outlasted its incident.
func (v *Verdict) reset(f Firing, incident Incident) {
	switch {
	case !incident.Over:
	case f.Cleared == 0:
		v.Stuck++
	default:
		v.ResetMinutes = max(v.ResetMinutes, f.Cleared-incident.Last, 0)
	}
}
