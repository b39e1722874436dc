// Package trafficcsv reads a traffic curve from what metrics systems export: rows
// of a time and requests a second. It takes commas, semicolons and tabs, headers
// in any language, quotation marks, a byte order mark and every end of line;
// decimal commas where a comma does not separate. Whatever cannot be read is
// refused with row and column as a spreadsheet numbers them.
package trafficcsv

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"oncall/internal/service"
)

// Limits of a file.
const (
	BytesMax   = 8 << 20
	RowsMax    = 100_000 // with a time
	MinutesMax = service.MinutesMax
	// headerRowsMax is how many rows may stand before the first that has numbers.
	headerRowsMax = 10
)

// Options choose a window; the zero value takes everything.
type Options struct {
	FromMinutes int // begin so many minutes after the first row
	Minutes     int // take at most so many; 0 for all, which must then be MinutesMax at most
}

// Traffic is what a file says: a knot for each minute, the mean of that minute's
// values rounded to 0.001 requests a second.
type Traffic struct {
	Curve []service.Knot
	Clock string // time of day at minute 0 as the file writes it, "15:04"; empty where its times have none
	Mean  float64
	Rows  int // that had a time and a value
	Notes []Note
}

// The reasons of notes. They are keys: the page shows its own sentence for each.
const (
	Sorted      = "sorted"       // rows were not in order of time
	Duplicates  = "duplicates"   // count rows had the time of another: their mean was taken
	Gaps        = "gaps"         // minutes were without a value, longest of them in a row: filled by a straight line
	EmptyValues = "empty_values" // count rows had a time and no value
	MoreColumns = "more_columns" // columns beyond the second were not read
	Cut         = "cut"          // minutes were taken out of of
)

// The reasons of errors.
const (
	NoRows     = "no_rows"    // nothing has a time and a value
	TooManyB   = "bytes"      // more than max bytes
	TooManyR   = "rows"       // more than max rows
	UTF16      = "utf16"      // not UTF-8
	OpenQuote  = "quote"      // a quotation mark is not closed
	OneColumn  = "columns"    // there is no second column
	BadTime    = "time"       // text is no time
	OtherTime  = "time_kind"  // text is a time of another form than those before
	BadValue   = "value"      // text is no number
	NotFinite  = "not_finite" // text is not a finite number
	Negative   = "negative"   // text is below 0
	TooLarge   = "too_large"  // text is above max
	TooLong    = "too_long"   // minutes, and at most max are taken
	NoneInside = "window"     // no row lies in the window
)

// Note is something that was done with the file.
type Note struct {
	Reason string
	Args   map[string]any // strings and whole numbers, by the names beside the reason
}

// Error is why a file is refused. Row and column count from 1; they are 0 where
// it is about the whole.
type Error struct {
	Row, Column int
	Reason      string
	Args        map[string]any // as of a Note
}

// sentences are the reasons in English, for the command line.
var sentences = map[string]string{
	NoRows:      "no row has a time and requests a second",
	TooManyB:    "the file has more than {max} bytes; export fewer rows or columns",
	TooManyR:    "the file has more than {max} rows; export a coarser interval",
	UTF16:       "the file is UTF-16; save it as CSV UTF-8",
	OpenQuote:   "a quotation mark is not closed",
	OneColumn:   "there is one column only; write time and requests a second, separated by a comma, a semicolon or a tab",
	BadTime:     "{text} is no time; write 2006-01-02T15:04:05Z, 2006-01-02 15:04, 15:04, seconds since 1970 or minutes",
	OtherTime:   "{text} is a time of another form than those before; use one form in all rows",
	BadValue:    "{text} is no number of requests a second; write digits and at most a decimal point",
	NotFinite:   "{text} is not a finite number; leave the cell empty where nothing was measured",
	Negative:    "{text} requests a second are fewer than none",
	TooLarge:    "{text} requests a second are more than {max}",
	TooLong:     "the file covers {minutes} minutes, and a shift has at most {max}; cut it to the time around the outage, or take the first {max}",
	NoneInside:  "no row lies in the chosen window",
	Sorted:      "the rows were not in order of time, and were sorted",
	Duplicates:  "rows with the time of another row: {count}; their mean was taken",
	Gaps:        "minutes without a value: {minutes}, at most {longest} in a row; a straight line fills them",
	EmptyValues: "rows without a value: {count}; they count as a gap",
	MoreColumns: "only the first two columns were read",
	Cut:         "minutes taken: {minutes} of {of}",
}

// Error says it in English, with row and column.
func (e *Error) Error() string {
	text := fill(sentences[e.Reason], e.Args)
	if e.Row == 0 {
		return text
	}
	return "row " + strconv.Itoa(e.Row) + ", column " + strconv.Itoa(max(1, e.Column)) + ": " + text
}

// String says the note in English.
func (n Note) String() string { return fill(sentences[n.Reason], n.Args) }

func fill(text string, args map[string]any) string {
	for name, value := range args {
		text = strings.ReplaceAll(text, "{"+name+"}", fmt.Sprint(value))
	}
	return text
}

// refuse returns an Error with arguments given as name, value, ...
func refuse(row, column int, reason string, args ...any) *Error {
	return &Error{Row: row, Column: column, Reason: reason, Args: named(args)}
}

func named(args []any) map[string]any {
	values := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		values[fmt.Sprint(args[i])] = args[i+1]
	}
	return values
}

// sample is a row that has a time and a value.
type sample struct {
	ms    int64 // since 1970, midnight or the file's own zero
	value float64
	row   int
	clock int // minute of the day as written, -1 where there is none
}

// Read reads a file. The error is an *Error.
func Read(text []byte, o Options) (*Traffic, error) {
	if len(text) > BytesMax {
		return nil, refuse(0, 0, TooManyB, "max", BytesMax)
	}
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) || bytes.IndexByte(text, 0) >= 0 {
		return nil, refuse(1, 1, UTF16)
	}
	var r reader
	if err := r.read(bytes.TrimPrefix(text, []byte("\ufeff"))); err != nil {
		return nil, err
	}
	if len(r.samples) == 0 {
		return nil, refuse(0, 0, NoRows)
	}
	t := &Traffic{Rows: len(r.samples)}
	if r.more {
		t.note(MoreColumns)
	}
	if r.empty > 0 {
		t.note(EmptyValues, "count", r.empty)
	}
	byTime := func(a, b sample) int { return cmp.Compare(a.ms, b.ms) }
	if !slices.IsSortedFunc(r.samples, byTime) {
		slices.SortStableFunc(r.samples, byTime)
		t.note(Sorted)
	}
	if err := t.resample(r.samples, o); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Traffic) note(reason string, args ...any) {
	t.Notes = append(t.Notes, Note{Reason: reason, Args: named(args)})
}

const minuteMs = 60_000

// resample makes a knot a minute of samples in order of time.
func (t *Traffic) resample(samples []sample, o Options) error {
	// Minutes are those of the clock, so that the first may be short.
	start := floorTo(samples[0].ms, minuteMs)
	all := int((samples[len(samples)-1].ms-start)/minuteMs) + 1
	last := all
	if o.Minutes > 0 || o.FromMinutes > 0 {
		from := start + int64(min(max(0, o.FromMinutes), all))*minuteMs
		samples = samples[first(samples, from):]
		if o.Minutes > 0 {
			samples = samples[:first(samples, from+int64(min(o.Minutes, MinutesMax))*minuteMs)]
		}
		if len(samples) == 0 {
			return refuse(0, 0, NoneInside)
		}
		start = floorTo(samples[0].ms, minuteMs)
		last = int((samples[len(samples)-1].ms-start)/minuteMs) + 1
	}
	if last > MinutesMax {
		past := samples[first(samples, start+MinutesMax*minuteMs)]
		return refuse(past.row, 1, TooLong, "minutes", last, "max", MinutesMax)
	}
	if last < all {
		t.note(Cut, "minutes", last, "of", all)
	}
	if clock := samples[0].clock; clock >= 0 {
		t.Clock = string([]byte{
			'0' + byte(clock/600), '0' + byte(clock/60%10), ':', '0' + byte(clock%60/10), '0' + byte(clock%10),
		})
	}
	sums, counts := t.byMinute(samples, start, last)
	t.fill(sums, counts)
	return nil
}

// first returns the place of the first sample that is not before a time.
func first(samples []sample, ms int64) int {
	at, _ := slices.BinarySearchFunc(samples, ms, func(s sample, ms int64) int { return cmp.Compare(s.ms, ms) })
	return at
}

// byMinute adds up the values of each minute; rows with one time count as one,
// with their mean.
func (t *Traffic) byMinute(samples []sample, start int64, minutes int) (sums []float64, counts []int) {
	sums, counts = make([]float64, minutes), make([]int, minutes)
	doubled := 0
	for i := 0; i < len(samples); {
		j, sum := i, 0.0
		for ; j < len(samples) && samples[j].ms == samples[i].ms; j++ {
			sum += samples[j].value
		}
		minute := (samples[i].ms - start) / minuteMs
		sums[minute] += sum / float64(j-i)
		counts[minute]++
		doubled += j - i - 1
		i = j
	}
	if doubled > 0 {
		t.note(Duplicates, "count", doubled)
	}
	return sums, counts
}

// fill makes the curve, with straight lines through minutes without a value. The
// first and the last minute have one.
func (t *Traffic) fill(sums []float64, counts []int) {
	filled, longest, before := 0, 0, 0
	t.Curve = make([]service.Knot, len(sums))
	total := 0.0
	for minute, count := range counts {
		if count == 0 {
			continue
		}
		value := sums[minute] / float64(count)
		gap := minute - before - 1
		for missing := before + 1; missing < minute; missing++ {
			left := t.Curve[before].PerSecond
			share := float64(missing-before) / float64(minute-before)
			t.Curve[missing] = service.Knot{Minute: missing, PerSecond: rounded(left + float64((value-left)*share))}
		}
		if gap > 0 {
			filled += gap
			longest = max(longest, gap)
		}
		t.Curve[minute] = service.Knot{Minute: minute, PerSecond: rounded(value)}
		before = minute
	}
	for _, k := range t.Curve {
		total += k.PerSecond
	}
	t.Mean = rounded(total / float64(len(t.Curve)))
	if filled > 0 {
		t.note(Gaps, "minutes", filled, "longest", longest)
	}
}

// rounded rounds to 0.001, finer than any metrics system counts.
func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }

func floorTo(v, step int64) int64 {
	rest := v % step
	if rest < 0 {
		rest += step
	}
	return v - rest
}

// excerpt shortens a cell for a message.
func excerpt(cell string) string {
	const charactersMax = 40
	cell = strings.ToValidUTF8(cell, "\ufffd")
	if utf8.RuneCountInString(cell) > charactersMax {
		cell = string([]rune(cell)[:charactersMax]) + "…"
	}
	return strconv.Quote(cell)
}
