package replay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tinylib/msgp/msgp"

	"oncall/internal/scenario"
	"oncall/internal/world"
)

func sorted(steps []int) []int {
	slices.Sort(steps)
	return steps
}

// reasonOf returns the reason of a Refusal, or else the error's text.
func reasonOf(err error) string {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return refusal.Reason
	}
	return fmt.Sprint(err)
}

// with returns small's tuple with one part of it replaced.
func with(old, new string) []byte {
	if strings.Count(smallTuple, old) != 1 {
		panic("the part must be there once: " + old)
	}
	return seal(strings.Replace(smallTuple, old, new, 1))
}

// manyActions returns a whole record with so many actions, all in step 1.
func manyActions(count int) []byte {
	b := []byte("\x9b\x01\x01\xa7service\xaabad-deploy\x00\x07\x90")
	b = msgp.AppendArrayHeader(b, uint32(3*count))
	for i := range count {
		b = append(b, byte(min(1, max(0, 1-i))), 6, byte(i%2))
	}
	return seal(string(b) + "\x90\x01\x00")
}

const (
	anAction = "\x99\x0d\x07\x01"
	aNote    = "\x91\x92\x0d\xa3\xc3\xa9!"
	opening  = "\x92\x03\xd1\x01\x2c"
)

// hostileHeader is ten bytes that ask for 2^32 - 1 elements.
var hostileHeader = func() []byte {
	b := binary.BigEndian.AppendUint32(nil, 6)
	return append(b, 0xdd, 0xff, 0xff, 0xff, 0xff, 0)
}()

// What a link is refused for: the reason and a part of the sentence.
var links = []struct{ name, text, reason, says string }{
	{"nothing", "", NoRecord, "a link has #r="},
	{"white space", " \n", NoRecord, "a link has #r="},
	{"another page", "https://example.org/", NoRecord, "a link has #r="},
	{"a shift to play", "https://example.org/#s=bad-deploy&seed=7", NoRecord, "a link has #r="},
	{"an empty record", "#r=&t=3", NoRecord, "a link has #r="},
	{"not base64", "#r=AAAA*AAA", NotBase64, "'*' at place 5"},
	{"words", "hello, world", NotBase64, "',' at place 6"},
	{"not ASCII", "#r=AAé", NotBase64, "'é' at place 3"},
	{"an address for a record", "#r=https://example.org", NotBase64, "':' at place 6"},
	{"a long text", strings.Repeat("A", linkTextMax+1), TooLong, "65537 bytes, and at most 16384"},
	{"a long record", linkOf(seal(strings.Repeat("\xc0", LinkBytesMax))), TooLong, "16392 bytes, and at most 16384"},
	{"one character", "#r=A", CutShort, "4 of its 4 bytes are missing"},
	{"cut short", linkOf(seal(smallTuple))[:60], CutShort, "19 of its 64 bytes are missing"},
	{"something behind it", linkOf(append(seal(smallTuple), 0, 0)), TrailingBytes, "2 more bytes follow"},
	{"loose bits behind it", linkOf(seal(smallTuple))[:85] + "B", Damaged, "checksum"},
	{"impossible length", linkOf([]byte("\xff\xff\xff\xff\x9b\x01\x01\x00")), Damaged, "checksum"},
	{"no room for a tuple", linkOf([]byte("\x00\x00\x00\x03\x9b\x01\x01")), Damaged, "checksum"},
	{"hostile header", linkOf(hostileHeader), Damaged, "checksum"},
	{"hostile header, sealed", linkOf(seal("\xdd\xff\xff\xff\xff")), Malformed, "format"},
	{"a map", linkOf(seal("\x81\x01\x01")), Malformed, "record"},
	{"too few fields", linkOf(with("\x9b", "\x9a")), Malformed, "10 fields instead of 11"},
	{"bytes left over", linkOf(seal(smallTuple + "\x00")), Malformed, "1 bytes are left over"},
	{"format 0", linkOf(with("\x9b\x01", "\x9b\x00")), Malformed, "format"},
	{"format 2", linkOf(seal("\xdc\x00\x20\x02\xc0")), NewerFormat, "format 2, and this version reads formats up to 1"},
	{"unknown world", linkOf(with("\xa7service", "\xa4moon")), UnknownWorld, "world moon"},
	{"markup for an id", linkOf(with("\xaabad-deploy", "\xa3<b>")), Malformed, "id is not one"},
	{"id and scenario", linkOf(seal(strings.Replace(smallTuple, "\x9b", "\x9c", 1) + "\x90")), Malformed, "12 fields instead of 11"},
	{"scenario that is none", linkOf(seal("\x9c\x01\x01\xa7service\xa0\x00\x00\x90\x90\x90\x00\x00\x90")), BadScenario, "0 elements instead of 7"},
	{"2,001 actions", linkOf(manyActions(2001)), TooManyActions, "2001 actions, and at most 2000"},
	{"10,000 actions", linkOf(manyActions(10000)), TooLong, "at most 16384"},
	{"10,000 actions announced", linkOf(with(anAction, "\xdc\x75\x30\x0d\x07\x01")), TooManyActions, "10000 actions, and at most 2000"},
	{"actions announced, and not there", linkOf(with(anAction, "\xdc\x00\xc6\x0d\x07\x01")), Malformed, "actions: 198 elements are announced"},
	{"half an action", linkOf(with(anAction, "\x98\x0d\x07\x01")), Malformed, "actions: one is not whole"},
	{"an action back in time", linkOf(with("\x00\x05\x32", "\xff\x05\x32")), BadAction, "action 2"},
	{"an action before the first step", linkOf(with(anAction, "\x99\x00\x07\x01")), BadAction, "action 1 of the shift, at step 0"},
	{"an action past the end", linkOf(with("\x07\x00\x0c", "\x78\x00\x0c")), BadAction, "action 3 of the shift, at step 133"},
	{"a text for a value", linkOf(with("\x00\x05\x32", "\x00\x05\xa0")), BadAction, "action 2 of the shift, at step 13"},
	{"41 notes", linkOf(with(aNote, "\xdc\x00\x29")), TooManyNotes, "41 notes, and at most 40"},
	{"an empty note", linkOf(with(aNote, "\x91\x92\x0d\xa0")), BadNote, "note 1 of the shift, at step 13"},
	{"a long note", linkOf(with(aNote, "\x91\x92\x0d\xd9\xc9"+strings.Repeat("x", 201))), BadNote, "201 bytes"},
	{"a note that is not UTF-8", linkOf(with(aNote, "\x91\x92\x0d\xa2\xc3\xc3")), BadNote, "not UTF-8"},
	{"a note of two lines", linkOf(with(aNote, "\x91\x92\x0d\xa3a\nb")), BadNote, "U+000A"},
	{"a note that turns its words", linkOf(with(aNote, "\x91\x92\x0d\xa4a\u202e")), BadNote, "U+202E"},
	{"a note past the end", linkOf(with(aNote, "\x91\x92\x79\xa2\xc3\xa9")), BadNote, "at step 121"},
	{"notes out of order", linkOf(with(aNote, "\x92\x92\x0d\xa1a\x92\x0c\xa1b")), BadNote, "note 2 of the shift, at step 12"},
	{"65 settings", linkOf(with(opening, "\xdc\x00\x82")), TooManySettings, "65 settings, and at most 64"},
	{"a setting twice", linkOf(with(opening, "\x94\x03\x05\x03\x05")), BadSetting, "setting 2"},
	{"a week", linkOf(with("\x78\xce", "\xd1\x27\x60\xce")), TooManySteps, "10080 steps, and it has 1440"},
}

func TestParseLinkRefuses(t *testing.T) {
	for _, c := range links {
		_, err := ParseLink(c.text)
		checkRefusal(t, c.name, err, c.reason, c.says)
	}
}

func checkRefusal(t *testing.T, name string, err error, reason, says string) {
	t.Helper()
	if reasonOf(err) != reason {
		t.Errorf("%s: got %v, want the reason %s", name, err, reason)
		return
	}
	if text := err.Error(); !strings.Contains(text, says) || strings.ContainsAny(text, "{}") {
		t.Errorf("%s: %q does not say %q", name, text, says)
	}
}

// What only the scenario can tell.
var checks = []struct {
	name         string
	change       func(*Record)
	reason, says string
}{
	{"another model", func(r *Record) { r.Model = 2 }, OtherModel, "model 2 of the world service, and this version computes model 1"},
	{"a world without a model", func(r *Record) { r.World = "moon" }, UnknownWorld, "world moon"},
	{"a scenario of another world", func(r *Record) { r.World = "cdn" }, UnknownScenario, "world cdn"},
	{"past the scenario's end", func(r *Record) { r.Steps = 121 }, TooManySteps, "121 steps, and it has 120"},
	{"unknown control", func(r *Record) { r.Actions[0].Control = 8 }, BadAction, "there is no control number 8"},
	{"target where none is", func(r *Record) { r.Actions[0].Target = 1 }, BadAction, "the world has no targets"},
	{"out of range", func(r *Record) { r.Actions[1].Value = 101 }, BadAction, "shed takes 0 to 100, and was given 101"},
	{"off the grid", func(r *Record) { r.Actions[1].Value = 51 }, BadAction, "shed moves in steps of 5"},
	{"opening of a button", func(r *Record) { r.Opening[0] = world.Setting{Control: 7, Value: 1} }, BadSetting, "rollback is a button"},
	{"opening off the grid", func(r *Record) { r.Opening[0].Value = 301 }, BadSetting, "cache_ttl moves in steps of 5"},
	{"another scenario", func(r *Record) { r.ScenarioHash++ }, ScenarioChanged, "bad-deploy has changed"},
}

func TestCheckRefuses(t *testing.T) {
	for _, c := range checks {
		r := small()
		r.ScenarioHash = shipped().Hash()
		if err := r.Check(shipped()); err != nil {
			t.Fatal(err)
		}
		c.change(r)
		checkRefusal(t, c.name, r.Check(shipped()), c.reason, c.says)
	}
	_, err := small().Resolve(func(string) *scenario.Scenario { return nil })
	checkRefusal(t, "unknown scenario", err, UnknownScenario, "scenario bad-deploy of the world service")
}

// What only a file can be refused for.
var files = []struct{ name, tail, reason, says string }{
	{"no checkpoints", "", Malformed, "checkpoints"},
	{"too many", "\x99", Malformed, "9 elements, and at most 8"},
	{"wrong step", "\x91\x92\x01\x00", BadCheckpoint, "checkpoint 1 of the file cannot be: its step must be 0, and is 1"},
	{"no step", "\x92\x92\x00\x00\x92\xa0\x00", BadCheckpoint, "checkpoint 2"},
	{"bytes left over", "\x91\x92\x00\x00\x00", Malformed, "1 bytes are left over"},
	{"hostile header", "\xdd\xff\xff\xff\xff", Malformed, "at most 8"},
}

func TestDecodeFileRefuses(t *testing.T) {
	for _, c := range files {
		_, _, err := DecodeFile(append(seal(smallTuple), c.tail...))
		checkRefusal(t, c.name, err, c.reason, c.says)
	}
	_, _, err := DecodeFile(make([]byte, FileBytesMax+1))
	checkRefusal(t, "too long", err, TooLong, "262145 bytes, and at most 262144")
	_, _, err = DecodeFile(manyActions(10000))
	checkRefusal(t, "10,000 actions", err, TooManyActions, "10000 actions, and at most 2000")
	_, _, err = DecodeFile(seal(smallTuple)[:40])
	checkRefusal(t, "cut short", err, CutShort, "missing")
}

// Each reason has a case above, and a sentence whose arguments the Refusal has.
func TestEveryReasonIsTested(t *testing.T) {
	tested := map[string]bool{UnknownScenario: true}
	for _, c := range links {
		tested[c.reason] = true
	}
	for _, c := range checks {
		tested[c.reason] = true
	}
	for _, c := range files {
		tested[c.reason] = true
	}
	for _, s := range Sentences() {
		if !tested[s.Reason] {
			t.Errorf("no case is refused for %s", s.Reason)
		}
		delete(tested, s.Reason)
	}
	if len(tested) > 0 {
		t.Errorf("reasons without a sentence: %v", tested)
	}
}

// A link that was cut off says so wherever the cut is.
func TestEveryCutIsCalledOne(t *testing.T) {
	link := linkOf(seal(smallTuple))
	for n := 1; n < len(link); n++ {
		if _, err := ParseLink("#r=" + link[:n]); reasonOf(err) != CutShort {
			t.Errorf("cut to %d characters: %v", n, err)
		}
	}
}

// No change of one character goes unnoticed.
func TestEveryChangedCharacterIsRefused(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	link := linkOf(seal(smallTuple))
	for i := range len(link) {
		for j := range len(alphabet) {
			if alphabet[j] == link[i] {
				continue
			}
			changed := link[:i] + alphabet[j:j+1] + link[i+1:]
			_, err := ParseLink(changed)
			switch reason := reasonOf(err); {
			case reason == Damaged:
			case i < 6 && (reason == CutShort || reason == TrailingBytes): // its length
			default:
				t.Errorf("%c at place %d: %v", alphabet[j], i+1, err)
			}
		}
	}
}

// What cannot be read back is not written.
func TestEncodeRefusesWhatDecodeWould(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Record)
		reason string
	}{
		"format":                {func(r *Record) { r.Format = 2 }, NewerFormat},
		"world":                 {func(r *Record) { r.World = "moon" }, UnknownWorld},
		"no scenario":           {func(r *Record) { r.Scenario = "" }, Malformed},
		"id and scenario":       {func(r *Record) { r.Custom = shipped() }, Malformed},
		"a scenario that fails": {func(r *Record) { r.Scenario, r.Custom = "", scenario.New("") }, BadScenario},
		"order":                 {func(r *Record) { r.Actions[0].Step = 14 }, BadAction},
		"end":                   {func(r *Record) { r.Steps = 19 }, BadAction},
		"target":                {func(r *Record) { r.Actions[0].Target = 1 }, BadAction},
		"control":               {func(r *Record) { r.Actions[0].Control = 256 }, BadAction},
		"actions":               {func(r *Record) { r.Actions = make([]world.Action, 2001) }, TooManyActions},
		"notes":                 {func(r *Record) { r.Notes = make([]Note, 41) }, TooManyNotes},
		"note":                  {func(r *Record) { r.Notes[0].Text = "a\x00" }, BadNote},
		"settings":              {func(r *Record) { r.Opening = make([]world.Setting, 65) }, TooManySettings},
		"setting":               {func(r *Record) { r.Opening[0].Target = 1 }, BadSetting},
		"steps":                 {func(r *Record) { r.Actions, r.Notes, r.Steps = nil, nil, -1 }, Malformed},
	} {
		r := small()
		c.change(r)
		if b, err := r.Encode(); reasonOf(err) != c.reason || b != nil {
			t.Errorf("%s: got %v, want the reason %s", name, err, c.reason)
		}
	}
}

// A record of 10 bytes must not cost the reader 200 MB.
func TestHostileRecordsAllocateLittle(t *testing.T) {
	inputs := [][]byte{hostileHeader, manyActions(10000)}
	for _, huge := range []string{"\xdd\xff\xff\xff\xff", "\xdc\xff\xff", "\xdb\xff\xff\xff\xff"} {
		inputs = append(inputs, seal(huge), with(anAction, huge), with(aNote, huge), with(opening, huge), with("\xaabad-deploy", huge))
	}
	for _, b := range inputs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, linkErr := ParseLink(linkOf(b))
		_, _, fileErr := DecodeFile(b)
		runtime.ReadMemStats(&after)
		if linkErr == nil || fileErr == nil {
			t.Errorf("% .40x: accepted", b)
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
			t.Errorf("% .40x: %d bytes were allocated", b, bytes)
		}
	}
}
