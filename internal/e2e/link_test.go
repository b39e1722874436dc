package e2e

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
	"testing"

	"github.com/tinylib/msgp/msgp"

	"oncall/internal/replay"
	"oncall/internal/sitebuild"
)

// sentence is what a person can read: it begins and ends as one, and has nothing of a program in it.
var sentence = regexp.MustCompile(`^[A-Z0-9][^\n{}<>]{20,240}\.$`)

// A link that does not open gets one clear sentence and the offer of a new shift.
func TestDamagedLinks(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	good := strings.TrimPrefix(strings.TrimSpace(oncall(t, "link", "bad-deploy", "--seed", "7")), "#r=")
	page := chrome.Open(t, Laptop)
	page.Go(address + "#r=" + good[:len(good)-9])
	for at, test := range []struct {
		name     string
		fragment string
	}{
		{"cut short", "#r=" + good[:len(good)-9]},
		{"one character changed", "#r=" + changed(good, len(good)/2)},
		{"not base64", "#r=" + good[:10] + "!" + good[11:]},
		{"nothing", "#r=AAAA"},
		{"unknown scenario", "#r=" + elsewhere(t, good)},
		{"unknown scenario to play", "#s=night-on-the-moon&seed=7"},
		{"10,000 actions", "#r=" + manyActions(10_000)},
		{"hostile array header", "#r=" + sealed([]byte{0xdd, 0xff, 0xff, 0xff, 0xff, 1, 1, 0xa7, 's', 'e'})},
		{"hostile number of actions", "#r=" + manyActions(-1)},
	} {
		if at > 0 { // the first came with the page; the others are pasted into the open one
			Eval[string](page, fmt.Sprintf("location.hash = %q", test.fragment))
		}
		page.WaitState("error")
		page.Wait("document.getElementById('error').checkVisibility()")
		text := strings.TrimSpace(Eval[string](page, "document.getElementById('error-text').innerText"))
		if !sentence.MatchString(text) {
			t.Errorf("%s: the page says %q, want one clear sentence", test.name, text)
		}
		page.Command("new-seed")
		page.WaitState("briefing")
		page.Start()
		page.StepTo(page.Minute() + 1)
	}
}

// changed replaces one character by another of base64url.
func changed(text string, at int) string {
	other := byte('A')
	if text[at] == other {
		other = 'B'
	}
	return text[:at] + string(other) + text[at+1:]
}

// elsewhere is a whole, undamaged record of a scenario that nobody has.
func elsewhere(t *testing.T, good string) string {
	t.Helper()
	record, err := replay.ParseLink("#r=" + good)
	if err != nil {
		t.Fatal(err)
	}
	record.Scenario = "night-on-the-moon"
	fragment, err := record.Fragment()
	if err != nil {
		t.Fatal(err)
	}
	return fragment
}

// manyActions is a record with that many actions, or, below zero, one that only claims to have four
// thousand million numbers of them.
func manyActions(count int) string {
	b := msgp.AppendArrayHeader(nil, 11)
	b = msgp.AppendInt(b, 1)
	b = msgp.AppendInt(b, 1)
	b = msgp.AppendString(b, "service")
	b = msgp.AppendString(b, "bad-deploy")
	b = msgp.AppendUint32(b, 1)
	b = msgp.AppendUint32(b, 7)
	b = msgp.AppendArrayHeader(b, 0)
	if count < 0 {
		return sealed(msgp.AppendArrayHeader(b, 0xffffffff))
	}
	b = msgp.AppendArrayHeader(b, uint32(3*count))
	for range count {
		b = msgp.AppendInt(b, 0)
		b = msgp.AppendInt(b, 1)
		b = msgp.AppendInt(b, 5)
	}
	b = msgp.AppendArrayHeader(b, 0)
	b = msgp.AppendInt(b, 60)
	return sealed(msgp.AppendUint32(b, 0))
}

// sealed puts a tuple between its length and its checksum, as a link has it: the damage is inside.
func sealed(tuple []byte) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(tuple)+4))
	b = append(b, tuple...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b)
}
