package session_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"oncall/internal/scenario"
	"oncall/internal/session"
	"oncall/internal/shift"
	"oncall/scenarios"
	"oncall/site"
)

// described is what the page reads of an open shift.
type described struct {
	Mode     string
	Scenario struct {
		ID        string
		Steps     int
		Constants map[string]float64
		Score     struct {
			Parts []struct {
				ID  string
				Max float64
			}
		}
	}
	Steps, Step, LastStep int
	Controls              []struct {
		ID      string
		Opening int
	}
	Readings, Extras []struct{ Code string }
	Digest           string
	Verified         bool
	Why              *struct {
		Reason string
		Args   map[string]string
		Text   string
	}
	Notes []struct {
		Step int
		Text string
	}
}

// asJSON are options as a native program has them.
type asJSON string

func (o asJSON) Decode(into any) error { return json.Unmarshal([]byte(o), into) }

func load(t testing.TB) *session.Session {
	t.Helper()
	all, err := scenarios.All()
	if err != nil {
		t.Fatal(err)
	}
	packed, err := scenario.Pack(all)
	if err != nil {
		t.Fatal(err)
	}
	var s session.Session
	if _, err := s.Load(packed); err != nil {
		t.Fatal(err)
	}
	return &s
}

// via sends a value through JSON, as the page gets it.
func via(t *testing.T, value any, into any) {
	t.Helper()
	data, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, s *session.Session, request string) described {
	t.Helper()
	value, err := s.Open(asJSON(request))
	if err != nil {
		t.Fatalf("open %s: %v", request, err)
	}
	var d described
	via(t, value, &d)
	return d
}

func export(t *testing.T, s *session.Session, kind, options string, into any) {
	t.Helper()
	value, err := s.Export(kind, asJSON(options))
	if err != nil {
		t.Fatalf("export %s: %v", kind, err)
	}
	via(t, value, into)
}

func act(t *testing.T, s *session.Session, control string, value int) {
	t.Helper()
	if err := s.Act(control, "", value); err != nil {
		t.Fatal(err)
	}
}

func steps(t *testing.T, s *session.Session, n int) []float64 {
	t.Helper()
	var frame []float64
	for range n {
		frame = s.Step()
	}
	if frame == nil {
		t.Fatal("the shift ended early")
	}
	return frame
}

func link(t *testing.T, s *session.Session, options string) string {
	t.Helper()
	var l struct{ Fragment string }
	export(t, s, "link", options, &l)
	return "https://example.org/#" + l.Fragment
}

// playBadDeploy plays bad-deploy with seed 7 and a rollback at minute 13.
func playBadDeploy(t *testing.T, s *session.Session) {
	t.Helper()
	open(t, s, `{"scenario": "bad-deploy", "seed": 7}`)
	steps(t, s, 12)
	act(t, s, "rollback", 1)
	steps(t, s, 108)
}

func TestAShiftIsPlayedSharedAndReplayed(t *testing.T) {
	s := load(t)
	d := open(t, s, `{"scenario": "bad-deploy", "seed": 7, "opening": [{"control": "fleet_min", "value": 9}]}`)
	if d.Mode != "play" || d.Step != 0 || d.Steps != 120 || d.Controls[0].Opening != 9 || d.Scenario.Constants["base_per_second"] != 950 {
		t.Fatalf("opened as %+v", d)
	}
	total := 0.0
	for _, p := range d.Scenario.Score.Parts {
		total += p.Max
	}
	if total != 100 {
		t.Errorf("the score's parts add up to %v", total)
	}
	frame := steps(t, s, 12)
	if want := len(d.Readings) + len(d.Controls) + len(d.Extras); len(frame) != want || frame[0] != 12 || frame[len(d.Readings)] != 9 {
		t.Fatalf("frame of %d numbers %v, want %d", len(frame), frame, want)
	}
	act(t, s, "rollback", 1)
	last := slices.Clone(steps(t, s, 108))
	if s.Step() != nil {
		t.Error("a step after the end")
	}
	fresh := load(t)
	r := open(t, fresh, `{"link": "`+link(t, s, `{"notes": [{"step": 13, "text": "<b> | ok"}]}`)+`&t=20"}`)
	var played struct{ Digest string }
	export(t, s, "debrief", "{}", &played)
	if r.Mode != "replay" || !r.Verified || r.Digest != played.Digest || r.LastStep != 120 || r.Notes[0].Text != "<b> | ok" {
		t.Errorf("replayed as %+v, want digest %s", r, played.Digest)
	}
	if !slices.Equal(fresh.Seek(120), last) || fresh.Step() != nil || fresh.Seek(121) != nil || fresh.Seek(-1) != nil {
		t.Error("seeking in the replay does not give the steps that were played, and no others")
	}
	if fresh.Act("shed", "", 50) == nil {
		t.Error("an action in a replay was accepted")
	}
}

func TestTakingOverAReplayKeepsItAsAGhost(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	address := link(t, s, "{}")
	original := open(t, s, `{"link": "`+address+`"}`)
	before := slices.Clone(s.Seek(20))
	d := open(t, s, `{"takeover": 20}`)
	if d.Mode != "play" || d.Step != 20 || !slices.Equal(s.Seek(20), before) {
		t.Fatalf("taken over as %+v", d)
	}
	act(t, s, "fleet_min", 20)
	steps(t, s, 100)
	var b struct {
		Digest        string
		Ghost, Nobody *struct{ Digest string }
	}
	export(t, s, "debrief", "{}", &b)
	if b.Ghost == nil || b.Ghost.Digest != original.Digest || b.Digest == original.Digest || b.Nobody == nil {
		t.Errorf("debrief %+v, want the ghost %s and another digest", b, original.Digest)
	}
}

// What the browser keeps of a shift in play goes on where it stood.
func TestAKeptShiftGoesOn(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "bad-deploy", "seed": 7}`)
	steps(t, s, 12)
	act(t, s, "rollback", 1)
	steps(t, s, 20)
	kept := link(t, s, "{}")
	whole := slices.Clone(steps(t, s, 88))
	d := open(t, s, `{"link": "`+kept+`", "resume": true}`)
	if d.Mode != "play" || d.Step != 32 {
		t.Fatalf("resumed as %+v", d)
	}
	if !slices.Equal(steps(t, s, 88), whole) {
		t.Error("the resumed shift went another way")
	}
}

func TestTheFileCarriesTheShift(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	var f struct{ Base64 string }
	export(t, s, "file", `{"notes": []}`, &f)
	if d := open(t, load(t), `{"file": "`+f.Base64+`"}`); !d.Verified || d.LastStep != 120 {
		t.Errorf("the file opens as %+v", d)
	}
}

func TestARefusedRequestLeavesTheShiftOpen(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "free-play", "seed": 1}`)
	steps(t, s, 3)
	for request, reason := range map[string]string{
		`{"link": "#r=AAAA"}`:       "cut_short",
		`{"link": "#r=*"}`:          "not_base64",
		`{"link": "nothing here/"}`: "no_record",
		`{"file": "AAAA"}`:          "cut_short",
		`{"scenario": "bad-day"}`:   "unknown_scenario",
		`{"scenario": "free-play", "opening": [{"control": "no"}]}`: "",
		`{"takeover": 99}`: "",
		`{`:                "",
	} {
		_, err := s.Open(asJSON(request))
		if err == nil {
			t.Errorf("%s was accepted", request)
			continue
		}
		var d struct{ Reason, Text string }
		via(t, s.Describe(err), &d)
		if d.Reason != reason || d.Text == "" {
			t.Errorf("%s is refused with %q %q, want %q", request, d.Reason, d.Text, reason)
		}
	}
	if frame := s.Step(); frame == nil || frame[0] != 4 {
		t.Error("the open shift is lost")
	}
}

func TestAShiftThatDiffersSaysSo(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	// The record of the same shift with another seed's digest.
	sc, err := scenarios.Find("bad-deploy")
	if err != nil {
		t.Fatal(err)
	}
	other, err := shift.New(sc, 8, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Run(nil, 120); err != nil {
		t.Fatal(err)
	}
	record := other.Record(nil)
	record.Seed = 7
	fragment, err := record.Fragment()
	if err != nil {
		t.Fatal(err)
	}
	if d := open(t, s, `{"link": "#r=`+fragment+`"}`); d.Verified || d.Why == nil || d.LastStep != 120 {
		t.Errorf("opened as %+v, want it shown and not verified", d)
	}
}

func TestTheFeedKeepsWhatWasDoneAndWhatHappened(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	var feed []struct {
		Step    int
		Kind    string
		Control string
	}
	export(t, s, "feed", `{"from": 10}`, &feed)
	if len(feed) < 3 || feed[0].Kind != "deploy" || feed[0].Step != 10 || feed[1].Kind != "action" || feed[1].Control != "rollback" || feed[1].Step != 13 {
		t.Errorf("feed %+v", feed)
	}
	// The surge is no secret after the shift, and is one before.
	open(t, s, `{"scenario": "viral-surge", "seed": 17}`)
	hindsight := func() bool {
		var feed []struct{ Kind string }
		export(t, s, "feed", `{"from": 0}`, &feed)
		for _, e := range feed {
			if e.Kind == "surge" {
				return true
			}
		}
		return false
	}
	steps(t, s, 100)
	if hindsight() {
		t.Error("the surge is told in the shift")
	}
	steps(t, s, 140)
	if !hindsight() {
		t.Error("the surge is not told after the shift")
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	open(t, s, `{"link": "`+link(t, s, "{}")+`"}`)
	open(t, s, `{"takeover": 60}`)
	for kind, options := range map[string]string{
		"chart":     `{"width": 700, "lanes": ["traffic", "burn"], "steps": 120, "clockMinutes": 540, "last": 60, "position": 60, "cursor": 60}`,
		"sparkline": `{"width": 100, "height": 30, "reading": "burn_1h", "lane": "burn", "final": 120, "last": 60}`,
		"compare":   `{"width": 700, "reading": "budget", "steps": 120, "clockMinutes": 540, "lines": {"you": {"label": "You"}, "nobody": {"label": "Nobody"}, "ghost": {"label": "Ghost"}}}`,
	} {
		svg, err := s.Export(kind, asJSON(options))
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		d := xml.NewDecoder(strings.NewReader(svg.(string)))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: %v", kind, err)
				break
			}
		}
	}
	var layout struct {
		Nodes  []struct{ ID string }
		Labels []struct{ ID string }
	}
	export(t, s, "layout", `{"width": 752, "height": 476}`, &layout)
	if len(layout.Nodes) < 5 || len(layout.Labels) < 4 {
		t.Errorf("layout %+v", layout)
	}
	if _, err := s.Export("sparkline", asJSON(`{"reading": "none"}`)); err == nil {
		t.Error("a sparkline of no reading was drawn")
	}
	if _, err := s.Export("poem", asJSON("{}")); err == nil {
		t.Error("an unknown export was made")
	}
}

func TestMarkdownIsTheReport(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	texts, err := site.Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	options, err := json.Marshal(map[string]any{"texts": texts, "link": "https://example.org/#r=x", "notes": []map[string]any{{"step": 13, "text": "a | <script>"}}})
	if err != nil {
		t.Fatal(err)
	}
	value, err := s.Export("markdown", asJSON(options))
	if err != nil {
		t.Fatal(err)
	}
	if text := value.(string); !strings.Contains(text, "[09:13](https://example.org/#r=x&t=13)") || !strings.Contains(text, `a \| &lt;script&gt;`) {
		t.Errorf("the report lacks the minute or the note:\n%s", text)
	}
}
