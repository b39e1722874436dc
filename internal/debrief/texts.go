package debrief

import (
	"strconv"
	"strings"

	"oncall/internal/cdn"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// Texts are the texts of one language by their keys, with placeholders in
// braces: the page's own, so that a report names things as the page does.
type Texts map[string]string

// Format returns the text of a key with its placeholders filled in, which are
// given as name, value, ... A key without a text stands for itself, so that a
// gap shows and nothing is lost.
func (t Texts) Format(key string, args ...string) string {
	text, ok := t[key]
	if !ok {
		return key
	}
	pairs := make([]string, 0, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		pairs = append(pairs, "{"+args[i]+"}", args[i+1])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// fixed writes a number with so many decimals in plain digits.
func fixed(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }

// times writes a burn rate, such as 14.4×.
func (t Texts) times(v float64, decimals int) string {
	return t.Format("unit.times", "n", fixed(v, decimals))
}

// short writes a number with no more digits than it needs.
func short(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func (t Texts) minutes(n int) string { return t.Format("unit.minutes", "n", strconv.Itoa(n)) }

func percent(share float64, decimals int) string { return fixed(100*share, decimals) + " %" }

// Entry says in one line what was done or what happened.
func (t Texts) Entry(s *shift.Shift, e Entry) string {
	if e.Action != nil {
		return t.Format("event.action.replay", "what", t.action(s, *e.Action))
	}
	if e.Event.Kind != world.AlertFired && e.Event.Kind != world.AlertCleared {
		args := []string{"target", EventTarget(s, e.Event)}
		if s.Scenario().CDN == nil {
			args = append(args, "serving", fixed(s.Row(e.Step)[service.Serving], 0))
		}
		return t.Format("event."+string(e.Event.Kind), args...)
	}
	r := s.Scenario().Rules()[e.Event.Rule]
	key := "event." + string(e.Event.Kind)
	if e.Event.Kind == world.AlertFired {
		key += "." + r.Severity.String()
	}
	return t.Format(key, "burn", t.Format("unit.times", "n", short(r.Burn)), "long", t.minutes(r.LongMinutes), "short", t.minutes(r.ShortMinutes))
}

func (t Texts) action(s *shift.Shift, a world.Action) string {
	c := s.Controls()[a.Control]
	label := t.Format("control." + c.ID + ".label")
	if len(c.Targets) > 0 {
		label = t.Format("control.of_target", "label", label, "target", c.Targets[a.Target])
	}
	switch {
	case c.Kind == world.Button:
		return t.Format("event.action.button", "label", label)
	case c.Kind == world.Switch && a.Value == 0:
		return t.Format("event.action.switch", "label", label, "value", t.Format("unit.off"))
	case c.Kind == world.Switch:
		return t.Format("event.action.switch", "label", label, "value", t.Format("unit.on"))
	case c.Kind == world.Choice:
		return t.Format("event.action.slider", "label", label, "value", t.Format("control."+c.ID+".choice."+c.Choices[a.Value]))
	}
	return t.Format("event.action.slider", "label", label, "value", t.setting(c, a.Value))
}

// setting writes a value of a control that is a number.
func (t Texts) setting(c world.Control, v int) string {
	value := strconv.Itoa(v)
	switch c.Unit {
	case world.Percent:
		value += " %"
	case world.Seconds:
		value = t.Format("unit.seconds", "n", value)
	case cdn.Tenths:
		value = short(float64(v) / 10)
	}
	if key := "control." + c.ID + ".value"; t[key] != "" {
		value = t.Format(key, "n", value)
	}
	return value
}

// bits writes a bit rate.
func (t Texts) bits(v float64) string {
	if v >= 1e12 {
		return t.Format("unit.terabits", "n", fixed(v/1e12, 2))
	}
	return t.Format("unit.gigabits", "n", fixed(v/1e9, 1))
}

// Clock writes the time of day of a step, HH:MM, with the seconds where there are
// any.
func Clock(s *shift.Shift, step int) string {
	seconds := int(s.Scenario().ClockMinutes())*60 + step*s.Scenario().StepSeconds()
	two := func(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
	clock := two(seconds/3600%24) + ":" + two(seconds/60%60)
	if seconds%60 > 0 {
		clock += ":" + two(seconds%60)
	}
	return clock
}
