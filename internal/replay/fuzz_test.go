package replay

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oncall/internal/scenario"
	"oncall/internal/service"
)

// checkDecoded fails unless a reader refused its input with a reason that has a
// sentence, or returned a record that is written and read back the same.
func checkDecoded(t *testing.T, r *Record, err error) {
	t.Helper()
	if err != nil {
		var refusal *Refusal
		if !errors.As(err, &refusal) || r != nil {
			t.Fatalf("%T %v, beside %v", err, err, r)
		}
		for _, s := range Sentences() {
			if s.Reason == refusal.Reason {
				return
			}
		}
		t.Fatalf("no sentence for the reason %q", refusal.Reason)
	}
	if r.Scenario == "" && r.Custom == nil {
		if r.Model == scenario.ModelOf(r.World) {
			t.Fatal("a record without a scenario was accepted")
		}
		return // a custom scenario of another model cannot be written again
	}
	b, err := r.Encode()
	if err != nil {
		t.Fatalf("read, and cannot be written: %v", err)
	}
	again, err := decode(b, FileBytesMax)
	if err != nil {
		t.Fatalf("written, and cannot be read: %v", err)
	}
	if diff := cmp.Diff(r, again); diff != "" {
		t.Fatal(diff)
	}
}

// custom returns the record of a shift of a scenario that it carries.
func custom(f *testing.F) []byte {
	sc := shipped()
	sc.ID, sc.Title = "", "My morning"
	sc.Service.HasSurge, sc.Service.Flushes = true, []int{3}
	sc.Service.Curve = []service.Knot{{Minute: 0, PerSecond: 900}, {Minute: 7, PerSecond: 99.5}}
	b, err := NewRecord(sc).Encode()
	if err != nil {
		f.Fatal(err)
	}
	return b
}

func FuzzParseLink(f *testing.F) {
	whole := linkOf(seal(smallTuple))
	f.Add(whole)
	f.Add("https://example.org/#r=" + whole + "&t=37")
	f.Add(linkOf(custom(f)))
	f.Add(whole[:40])
	f.Add(strings.Replace(whole, "c", "d", 1))
	f.Add("#r=not base64!")
	f.Add(linkOf(with("\xaabad-deploy", "\xaano-such-id")))
	f.Add(linkOf(manyActions(10000)))
	f.Add(linkOf(hostileHeader))
	for _, c := range links {
		if len(c.text) < 1000 { // mutating a long text finds little, slowly
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseLink(text)
		checkDecoded(t, r, err)
	})
}

// FuzzDecodeFile mends length and checksum of what it makes up, because few
// files would get past them.
func FuzzDecodeFile(f *testing.F) {
	f.Add([]byte(smallTuple), []byte("\x91\x92\x00\x00"))
	f.Add([]byte(smallTuple)[:40], []byte{})
	f.Add([]byte("\xdd\xff\xff\xff\xff\x00\x00\x00\x00\x00"), []byte("\xdd\xff\xff\xff\xff"))
	carried := custom(f)
	f.Add(carried[lengthBytes:len(carried)-crcBytes], []byte("\x90"))
	many := manyActions(10000)
	f.Add(many[lengthBytes:len(many)-crcBytes], []byte("\x90"))
	for _, c := range files {
		f.Add([]byte(smallTuple), []byte(c.tail))
	}
	f.Fuzz(func(t *testing.T, tuple, tail []byte) {
		raw := append(tuple[:len(tuple):len(tuple)], tail...)
		r, _, err := DecodeFile(raw)
		checkDecoded(t, r, err)
		r, _, err = DecodeFile(append(seal(string(tuple)), tail...))
		checkDecoded(t, r, err)
	})
}
