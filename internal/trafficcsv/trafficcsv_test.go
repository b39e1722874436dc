package trafficcsv

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oncall/internal/service"
)

// told writes a curve and notes in short: "0:100 1:150 |gaps longest=2 minutes=3".
func told(x *Traffic) string {
	var parts []string
	for _, k := range x.Curve {
		parts = append(parts, strconv.Itoa(k.Minute)+":"+strconv.FormatFloat(k.PerSecond, 'g', -1, 64))
	}
	for _, n := range x.Notes {
		note := "|" + n.Reason
		for _, name := range []string{"count", "longest", "minutes", "of"} {
			if value, ok := n.Args[name]; ok {
				note += " " + name + "=" + fmt.Sprint(value)
			}
		}
		parts = append(parts, note)
	}
	return strings.Join(parts, " ")
}

func TestReads(t *testing.T) {
	for _, c := range []struct{ name, text, clock, want string }{
		{"a plain export", "time,rps\n2024-03-01T09:00:00Z,100\n2024-03-01T09:01:00Z,150\n", "09:00", "0:100 1:150"},
		{"no header, no last line end", "2024-03-01T09:00:00Z,100\n2024-03-01T09:01:00Z,150", "09:00", "0:100 1:150"},
		{"byte order mark, CRLF, quotes", "\ufeff\"Time\",\"requests / s\"\r\n\"2024-03-01 09:00:00\",\"1e2\"\r\n\"2024-03-01 09:01\",150\r\n", "09:00", "0:100 1:150"},
		{"old line ends", "a,b\r9:00,1\r9:01,2\r", "09:00", "0:1 1:2"},
		{"a header in Mongolian, semicolons, decimal commas", "цаг;хүсэлт/с\n09:00;100,5\n09:01;150\n", "09:00", "0:100.5 1:150"},
		{"a header in Arabic, tabs", "الوقت\tطلب/ث\n23:59:30\t1\n00:00:10\t3\n", "23:59", "0:1 1:3"},
		{"a header that is not UTF-8", "heure;requ\xeates\n10:00;5\n", "10:00", "0:5"},
		{"what Excel puts first", "sep=;\r\nZeit;Anfragen\r\n10:00;5\r\n", "10:00", "0:5"},
		{"three rows of header and a blank one", "Requests\nLabel,web\n\nTime,Value\n10:00,5\n\n10:01,6\n", "10:00", "0:5 1:6"},
		{"a quoted header of two lines", "\"time\n(UTC)\",\"a \"\"b\"\"\"\n10:00,5\n", "10:00", "0:5"},
		{"seconds since 1970", "1709283600,100\n1709283660,150\n", "09:00", "0:100 1:150"},
		{"milliseconds", "1709283600000,100\n1709283660500,150\n", "09:00", "0:100 1:150"},
		{"nanoseconds", "1709283600000000000,100\n1709283660500000000,150\n", "09:00", "0:100 1:150"},
		{"plain minutes", "minute,rps\n0,100\n1.5,150\n2,160\n", "", "0:100 1:150 2:160"},
		{"minutes from anywhere", "30,100\n31,150\n", "", "0:100 1:150"},
		{"a zone", "2024-03-01T09:00:00+02:00,1\n2024-03-01T07:01:00Z,2\n2024-03-01T02:32:00-0430,3\n", "09:00", "0:1 1:2 2:3"},
		{"through midnight and a leap day", "2024-02-28 23:59,1\n2024-02-29 00:00,2\n", "23:59", "0:1 1:2"},
		{"slashes and fractions", "2024/03/01 09:00:00.25,1\n2024/03/01 09:00:59.999,3\n", "09:00", "0:2"},
		{"means of a minute", "10:00:00,1\n10:00:20,2\n10:00:40,6\n10:01:10,7\n", "10:00", "0:3 1:7"},
		{"minutes of the clock", "10:00:50,1\n10:01:10,3\n10:01:40,4\n", "10:00", "0:1 1:3.5"},
		{"thousandths", "10:00,0.12345\n", "10:00", "0:0.123"},
		{"unsorted", "10:02,3\n10:00,1\n10:01,2\n", "10:00", "0:1 1:2 2:3 |sorted"},
		{"twice", "10:00,1\n10:00,2\n10:00:30,9.5\n10:01,2\n", "10:00", "0:5.5 1:2 |duplicates count=1"},
		{"gaps", "10:00,100\n10:04,120\n10:05,121\n10:07,100\n", "10:00", "0:100 1:105 2:110 3:115 4:120 5:121 6:110.5 7:100 |gaps longest=3 minutes=4"},
		{"no values", "10:00,100\n10:01,\n10:02,120\n", "10:00", "0:100 1:110 2:120 |empty_values count=1 |gaps longest=1 minutes=1"},
		{"more columns", "time,web,db\n10:00,100,7\n", "10:00", "0:100 |more_columns"},
		{"an empty third column", "time,web,\n10:00,100,\n", "10:00", "0:100"},
		{"the day's last and the next's first minute", "18:00,1\n02:00,2\n", "18:00", ""},
		{"no traffic", "10:00,0\n10:01,-0\n", "10:00", "0:0 1:0"},
	} {
		got, err := Read([]byte(c.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got.Clock != c.clock {
			t.Errorf("%s: it begins at %q, want %q", c.name, got.Clock, c.clock)
		}
		if c.want == "" {
			if len(got.Curve) != 481 { // eight hours later
				t.Errorf("%s: %d minutes", c.name, len(got.Curve))
			}
		} else if told(got) != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, told(got), c.want)
		}
		if err := service.CheckCurve(got.Curve); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	long := "0,1\n1440,1\n"
	for _, c := range []struct {
		name, text  string
		row, column int
		reason, say string
	}{
		{"nothing", "", 0, 0, NoRows, ""},
		{"a header only", "time,rps\n", 0, 0, NoRows, ""},
		{"UTF-16", "\xff\xfea\x00", 1, 1, UTF16, ""},
		{"UTF-16 without a mark", "a\x00,\x00", 1, 1, UTF16, ""},
		{"one column", "10:00\n10:01\n", 1, 1, OneColumn, ""},
		{"a row of one column", "10:00,5\n10:01\n", 2, 1, OneColumn, ""},
		{"words for a value", "time,rps\n10:00,5\n10:01,many\n", 3, 2, BadValue, `"many" is no number`},
		{"a value with its unit", "10:00,5\n10:01,5 req/s\n", 2, 2, BadValue, `"5 req/s"`},
		{"a decimal comma between commas", "10:00,\"1,5\"\n", 1, 2, BadValue, `"1,5"`},
		{"a point and a comma", "10:00;1.234,5\n", 1, 2, BadValue, ""},
		{"hexadecimal", "10:00,0x10\n", 1, 2, BadValue, ""},
		{"a negative value", "time,rps\r\n\r\n10:00,5\r\n10:01,-5\r\n", 4, 2, Negative, `"-5"`},
		{"NaN", "10:00,NaN\n", 1, 2, NotFinite, `"NaN"`},
		{"infinite", "10:00,+Inf\n", 1, 2, NotFinite, ""},
		{"beyond all numbers", "10:00,1e999\n", 1, 2, TooLarge, ""},
		{"too many requests", "10:00,1000001\n", 1, 2, TooLarge, "more than 1000000"},
		{"a word for a time", "10:00,5\nnoon,5\n", 2, 1, BadTime, `"noon" is no time`},
		{"no time", "10:00,5\n,5\n", 2, 1, BadTime, ""},
		{"a time of an unknown form", "01.03.2024 10:00,5\n", 1, 1, BadTime, ""},
		{"30 February", "2024-02-30 10:00,5\n", 1, 1, BadTime, ""},
		{"25 o'clock", "25:00,5\n", 1, 1, BadTime, ""},
		{"minute 60", "10:60,5\n", 1, 1, BadTime, ""},
		{"second 61", "10:00:61,5\n", 1, 1, BadTime, ""},
		{"a zone that is none", "2024-03-01T10:00:00 CET,5\n", 1, 1, BadTime, ""},
		{"a negative minute", "-1,5\n", 1, 1, BadTime, ""},
		{"two forms of time", "10:00,5\n2024-03-01 10:01,5\n", 2, 1, OtherTime, ""},
		{"with and without a zone", "2024-03-01 10:01,5\n2024-03-01 10:01Z,5\n", 2, 1, OtherTime, ""},
		{"an open quotation mark", "10:00,5\n10:01,\"5\n10:02,5\n", 2, 2, OpenQuote, ""},
		{"more than a day", long, 2, 1, TooLong, "covers 1441 minutes"},
		{"years", "1000000000,1\n1709283600,1\n", 2, 1, TooLong, ""},
		{"too large", strings.Repeat("#", BytesMax+1), 0, 0, TooManyB, ""},
		{"too many rows", strings.Repeat("0,1\n", RowsMax+1), RowsMax + 1, 1, TooManyR, ""},
		{"a long cell", "10:00,5\n" + strings.Repeat("é", 100) + "\xff,5\n", 2, 1, BadTime, strings.Repeat("é", 40) + "…"},
	} {
		_, err := Read([]byte(c.text), Options{})
		var got *Error
		if !errors.As(err, &got) {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		if got.Row != c.row || got.Column != c.column || got.Reason != c.reason || !strings.Contains(err.Error(), c.say) || strings.Contains(err.Error(), "{") {
			t.Errorf("%s: row %d, column %d, %s: %v; want row %d, column %d, %s", c.name, got.Row, got.Column, got.Reason, err, c.row, c.column, c.reason)
		}
	}
}

// A window of a long file begins with the first row in it.
func TestWindow(t *testing.T) {
	var b strings.Builder
	start := time.Date(2024, 3, 1, 22, 0, 0, 0, time.UTC)
	for minute := range 3000 {
		fmt.Fprintf(&b, "%s,%d\n", start.Add(time.Duration(minute)*time.Minute).Format(time.RFC3339), minute)
	}
	text := []byte(b.String())
	got, err := Read(text, Options{Minutes: 1440})
	if err != nil || len(got.Curve) != 1440 || got.Curve[1439].PerSecond != 1439 || got.Clock != "22:00" || got.Mean != 719.5 {
		t.Fatalf("%v, %d minutes", err, len(got.Curve))
	}
	if diff := cmp.Diff([]Note{{Cut, map[string]any{"minutes": 1440, "of": 3000}}}, got.Notes); diff != "" {
		t.Error(diff)
	}
	got, err = Read(text, Options{FromMinutes: 125, Minutes: 2})
	if err != nil || told(got) != "0:125 1:126 |cut minutes=2 of=3000" || got.Clock != "00:05" {
		t.Errorf("%v, %s at %s", err, told(got), got.Clock)
	}
	var refused *Error
	if _, err = Read(text, Options{FromMinutes: math.MaxInt, Minutes: 5}); !errors.As(err, &refused) || refused.Reason != NoneInside {
		t.Errorf("past the end: %v", err)
	}
	if _, err = Read(text, Options{FromMinutes: 100}); !errors.As(err, &refused) || refused.Reason != TooLong {
		t.Errorf("without an end: %v", err)
	}
}

// Every reason has a sentence, and texts with their arguments filled in.
func TestNotesSayWhatWasDone(t *testing.T) {
	got, err := Read([]byte("10:04,1,x\n10:00,2\n10:00,4\n10:02,\n"), Options{Minutes: 3})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, n := range got.Notes {
		said = append(said, n.String())
	}
	want := []string{
		"only the first two columns were read",
		"rows without a value: 1; they count as a gap",
		"the rows were not in order of time, and were sorted",
		"minutes taken: 1 of 5",
		"rows with the time of another row: 1; their mean was taken",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
}

// table returns rows of one second each, the value of second s being s%60.
func table(rows int) []byte {
	b := []byte("time,requests\n")
	start := time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)
	for second := range rows {
		b = start.Add(time.Duration(second)*time.Second).AppendFormat(b, time.RFC3339)
		b = fmt.Appendf(b, ",%d.25\n", second%60)
	}
	return b
}

func TestAHundredThousandRows(t *testing.T) {
	text := table(RowsMax)
	var refused *Error
	if _, err := Read(text, Options{}); !errors.As(err, &refused) || refused.Reason != TooLong || refused.Row != 1440*60+2 {
		t.Fatalf("27 hours: %v", err)
	}
	got, err := Read(text, Options{Minutes: 1440})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range got.Curve {
		if k.PerSecond != 29.75 { // the mean of 0 to 59, and a quarter
			t.Fatalf("minute %d: %v", k.Minute, k.PerSecond)
		}
	}
	if got.Rows != RowsMax || len(got.Curve) != 1440 {
		t.Errorf("%d rows, %d minutes", got.Rows, len(got.Curve))
	}
}

func BenchmarkRead(b *testing.B) {
	text := table(RowsMax)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(text, Options{Minutes: 1440}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzRead: whatever the bytes, they are refused with a reason that has a
// sentence, or make a curve that a shift takes.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"time,rps\n2024-03-01T09:00:00+02:00,100\n", "\ufeff\"a\";\"b\"\r\n10:00;1,5\r\n9:59:59.9;2\r\n",
		"1709283600\t1\n1709283600\t2\n", "0,1\n5,\n7,2,x\n", "sep=;\n23:59;1\n0:00;2\n", "10:00,\"5\n", "10:00,-1\n10:01,NaN\n",
	} {
		f.Add([]byte(text), 0, 0)
	}
	f.Add([]byte("0,1\n2000,1\n"), 3, 1440)
	f.Fuzz(func(t *testing.T, text []byte, from, minutes int) {
		got, err := Read(text, Options{FromMinutes: from, Minutes: minutes})
		if err != nil {
			var refused *Error
			if !errors.As(err, &refused) || sentences[refused.Reason] == "" || refused.Row < 0 || (refused.Row > 0) != (refused.Column > 0) {
				t.Errorf("%#v", err)
			}
			return
		}
		if err := service.CheckCurve(got.Curve); err != nil || len(got.Curve) == 0 || len(got.Curve) > MinutesMax {
			t.Errorf("%d knots: %v", len(got.Curve), err)
		}
		for i, k := range got.Curve {
			if k.Minute != i {
				t.Errorf("knot %d stands at minute %d", i, k.Minute)
			}
		}
	})
}
