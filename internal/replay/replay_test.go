package replay

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"oncall/internal/scenario"
	"oncall/internal/scenario/scenariotest"
	"oncall/internal/service"
	"oncall/internal/world"
)

// shipped returns a scenario that a record names.
func shipped() *scenario.Scenario {
	sc := scenario.New("bad-deploy")
	sc.Service.Minutes = 120
	sc.Score = scenario.Score{Allowance: 0.05, ParDollars: 9, P99TargetSeconds: 0.5}
	return sc
}

// small returns the record whose bytes are worked out in smallTuple.
func small() *Record {
	return &Record{
		Format:       1,
		Model:        1,
		World:        "service",
		Scenario:     "bad-deploy",
		ScenarioHash: 0x01020304,
		Seed:         7,
		Opening:      []world.Setting{{Control: service.CacheTTL, Value: 300}},
		Actions: []world.Action{
			{Step: 13, Control: service.Rollback, Value: 1},
			{Step: 13, Control: service.Shed, Value: 50},
			{Step: 20, Control: service.FleetMin, Value: 12},
		},
		Notes:  []Note{{Step: 13, Text: "é!"}},
		Steps:  120,
		Digest: 0xdeadbeef,
	}
}

// smallTuple is small in MessagePack, by the table of the record's design.
const smallTuple = "\x9b" + // 11 elements
	"\x01" + // format
	"\x01" + // model
	"\xa7service" +
	"\xaabad-deploy" +
	"\xce\x01\x02\x03\x04" + // the scenario's hash
	"\x07" + // seed
	"\x92\x03\xd1\x01\x2c" + // opening: control 3, 300
	"\x99\x0d\x07\x01" + // actions: 13 steps on, control 7, 1
	"\x00\x05\x32" + // in the same step, control 5, 50
	"\x07\x00\x0c" + // 7 steps on, control 0, 12
	"\x91\x92\x0d\xa3\xc3\xa9!" + // notes: at 13, é!
	"\x78" + // steps
	"\xce\xde\xad\xbe\xef" // digest

// seal puts a tuple's length before it and the checksum behind.
func seal(tuple string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(tuple)+4))
	b = append(b, tuple...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func linkOf(record []byte) string { return base64.RawURLEncoding.EncodeToString(record) }

// A link must still play in five years: format 1 is pinned to its bytes.
func TestFormat1(t *testing.T) {
	want := seal(smallTuple)
	got, err := small().Encode()
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("\n got % x\nwant % x", got, want)
	}
	back, err := Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(small(), back); diff != "" {
		t.Error(diff)
	}
}

// In a world with targets each action names one.
func TestFormat1WithTargets(t *testing.T) {
	r := &Record{
		Format: 1, Model: 1, World: "cdn", Scenario: "two-links", Steps: 8640,
		Opening: []world.Setting{{Control: 2, Value: 85}, {Control: 4, Target: 1, Value: 15}},
		Actions: []world.Action{{Step: 1, Control: 3, Target: 1, Value: 1}, {Step: 8640, Control: 4, Value: -5}},
	}
	want := seal("\x9b\x01\x01\xa3cdn\xa9two-links\x00\x00" +
		"\x96\x02\x00\x55\x04\x01\x0f" +
		"\x98\x01\x03\x01\x01\xd1\x21\xbf\x04\x00\xfb" +
		"\x90\xd1\x21\xc0\x00")
	got, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("\n got % x\nwant % x", got, want)
	}
	back, err := Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Error(diff)
	}
}

// drawRecord makes a record that is valid, with the scenario that it plays.
func drawRecord(t *rapid.T) (*Record, *scenario.Scenario) {
	sc := scenariotest.Draw().Draw(t, "scenario")
	if rapid.Bool().Draw(t, "custom") {
		sc.ID, sc.Briefing = "", ""
	}
	r := NewRecord(sc)
	r.Seed = rapid.Uint32().Draw(t, "seed")
	r.Digest = Digest(rapid.Uint32().Draw(t, "digest"))
	r.Steps = rapid.IntRange(0, sc.Steps()).Draw(t, "steps")
	for _, c := range sc.Controls() {
		if c.Kind != world.Button && rapid.Bool().Draw(t, "opening") {
			r.Opening = append(r.Opening, drawSetting(t, c))
		}
	}
	if r.Steps > 0 {
		steps := rapid.SliceOfN(rapid.IntRange(1, r.Steps), 0, 60).Draw(t, "actions")
		for _, step := range sorted(steps) {
			s := drawSetting(t, rapid.SampledFrom(sc.Controls()).Draw(t, "control"))
			r.Actions = append(r.Actions, world.Action{Step: step, Control: s.Control, Value: s.Value})
		}
	}
	steps := rapid.SliceOfN(rapid.IntRange(0, r.Steps), 0, NotesMax).Draw(t, "notes")
	for _, step := range sorted(steps) {
		text := rapid.StringN(1, -1, NoteBytesMax).Filter(func(s string) bool { return CheckNote(s) == nil })
		r.Notes = append(r.Notes, Note{Step: step, Text: text.Draw(t, "text")})
	}
	return r, sc
}

func drawSetting(t *rapid.T, c world.Control) world.Setting {
	steps := (c.Max - c.Min) / c.Step
	return world.Setting{Control: c.Code, Value: c.Min + c.Step*rapid.IntRange(0, steps).Draw(t, "value")}
}

// Whatever was played comes back from its link and from its file, to the byte.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, sc := drawRecord(t)
		fragment, err := r.Fragment()
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseLink(fragment)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, got); diff != "" {
			t.Fatal(diff)
		}
		if again, err := got.Fragment(); err != nil || again != fragment {
			t.Fatalf("the link changes: %v\n%s\n%s", err, fragment, again)
		}
		if err := got.Check(sc); err != nil {
			t.Fatal(err)
		}

		var checkpoints []Checkpoint
		for step := 0; step <= r.Steps; step += CheckpointEvery {
			checkpoints = append(checkpoints, Checkpoint{step, Digest(rapid.Uint32().Draw(t, "so far"))})
		}
		file, err := r.EncodeFile(checkpoints)
		if err != nil {
			t.Fatal(err)
		}
		fromFile, gotCheckpoints, err := DecodeFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, fromFile) + cmp.Diff(checkpoints, gotCheckpoints); diff != "" {
			t.Fatal(diff)
		}
	})
}

// busy returns the record of a shift in which somebody did much.
func busy(random *rand.Rand, count int) *Record {
	sc := scenario.New("viral-surge")
	r := NewRecord(sc)
	r.Seed, r.Digest, r.Steps = random.Uint32(), Digest(random.Uint32()), sc.Steps()
	steps := make([]int, count)
	for i := range steps {
		steps[i] = 1 + random.IntN(r.Steps)
	}
	controls := sc.Controls()
	for _, step := range sorted(steps) {
		c := controls[random.IntN(len(controls))]
		value := c.Min + c.Step*random.IntN((c.Max-c.Min)/c.Step+1)
		r.Actions = append(r.Actions, world.Action{Step: step, Control: c.Code, Value: value})
	}
	return r
}

// A link stays short enough for the tools that people paste it into.
func TestLinksAreShort(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ actions, limit int }{{60, 500}, {120, 1000}} {
		longest := 0
		for range 1000 {
			fragment, err := busy(random, c.actions).Fragment()
			if err != nil {
				t.Fatal(err)
			}
			longest = max(longest, len("#r="+fragment))
		}
		if longest > c.limit {
			t.Errorf("%d actions take %d characters, and at most %d are allowed", c.actions, longest, c.limit)
		}
		t.Logf("%d actions: %d characters at most", c.actions, longest)
	}
}

func TestParseLinkTakesWhatPeoplePaste(t *testing.T) {
	fragment, err := small().Fragment()
	if err != nil {
		t.Fatal(err)
	}
	padded := base64.URLEncoding.EncodeToString(seal(smallTuple))
	if !strings.HasSuffix(padded, "=") {
		t.Fatalf("the example has no padding: %s", padded)
	}
	for _, text := range []string{
		fragment,
		padded,
		"r=" + fragment,
		"#r=" + fragment,
		"#r=" + padded + "&t=37",
		"#t=37-52&r=" + fragment + "&embed=1&lang=it",
		"https://example.org/oncall/#r=" + fragment,
		"https://example.org/oncall/?q=1#r=" + fragment + "&t=37",
		"https://example.org/#r%3D" + fragment + "%26t%3D37",
		"https://example.org/#r=" + fragment + "&amp;t=37",
		"  \t#r=" + fragment + "\r\n",
		"https://example.org/#r=" + fragment[:30] + "\r\n    " + fragment[30:],
	} {
		r, err := ParseLink(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(small(), r); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestResolve(t *testing.T) {
	sc := shipped()
	find := func(id string) *scenario.Scenario {
		if id == sc.ID {
			return sc
		}
		return nil
	}
	r := NewRecord(sc)
	if got, err := r.Resolve(find); err != nil || got != sc {
		t.Errorf("by id: got %v, %v", got, err)
	}
	custom := shipped()
	custom.ID = ""
	r = NewRecord(custom)
	if got, err := r.Resolve(find); err != nil || got != custom {
		t.Errorf("carried: got %v, %v", got, err)
	}
	// A scenario that was mended plays on, and never as verified.
	r = NewRecord(sc)
	r.ScenarioHash++
	if got, err := r.Resolve(find); reasonOf(err) != ScenarioChanged || got != sc {
		t.Errorf("changed: got %v, %v", got, err)
	}
	r.Actions, r.Steps = []world.Action{{Step: 1, Control: 99}}, 1
	if got, err := r.Resolve(find); reasonOf(err) != BadAction || got != nil {
		t.Errorf("changed, with an impossible action: got %v, %v", got, err)
	}
}

// A scenario of another model means nothing here, and the page of its model has
// to be told from the record all the same.
func TestCustomScenarioOfAnotherModel(t *testing.T) {
	tuple := "\x9c\x01\x02\xa7service\xa0\x00\x00\x90\x90\x90\x00\x00\xa9something"
	r, err := Decode(seal(tuple))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve(func(string) *scenario.Scenario { return nil }); reasonOf(err) != OtherModel {
		t.Errorf("got %v", err)
	}
}
