package trafficcsv

import (
	"strings"
	"time"
)

// kind is the form of a time. All of a file must have the same.
type kind uint8

const (
	noTime      kind = iota
	zonedTime        // RFC 3339
	localTime        // the same without a zone
	clockTime        // of a day
	sinceEpoch       // seconds or parts of them since 1970
	minuteCount      // minutes from anywhere
)

// moment is a time that was read.
type moment struct {
	kind  kind
	ms    int64
	clock int // minute of the day as written, or of UTC; -1 where there is none
}

// parseTime reads a time in any of the forms.
func parseTime(cell string, decimalComma bool) (moment, bool) {
	if v, ok := parseNumber(cell, decimalComma); ok {
		return counted(v)
	}
	// 2006-01-02 is 10 characters, 15:04 is 5.
	if len(cell) > 10 && (cell[4] == '-' || cell[4] == '/') {
		return dated(cell)
	}
	ms, rest, ok := timeOfDay(cell)
	return moment{kind: clockTime, ms: ms, clock: int(ms / minuteMs)}, ok && rest == ""
}

// counted reads a number: what is too large for minutes counts seconds since
// 1970, or the thousandth, millionth or thousand millionth of them.
func counted(v float64) (moment, bool) {
	const minutesMax, secondsMax = 1e8, 1e11 // 1973 and 5138
	if !(v >= 0 && v < secondsMax*1e9) {
		return moment{}, false
	}
	if v < minutesMax {
		return moment{kind: minuteCount, ms: int64(v*minuteMs + 0.5), clock: -1}, true
	}
	scale := 1e3
	for ; v >= secondsMax; v /= 1e3 {
	}
	ms := int64(v*scale + 0.5)
	return moment{kind: sinceEpoch, ms: ms, clock: int(ms / minuteMs % 1440)}, true
}

// dated reads ISO 8601: 2006-01-02, a T or a space, a time of day, and maybe a
// zone.
func dated(cell string) (moment, bool) {
	year, month, day := number(cell[:4]), number(cell[5:7]), number(cell[8:10])
	if year < 0 || month < 1 || day < 1 || cell[7] != cell[4] || cell[10] != 'T' && cell[10] != 't' && cell[10] != ' ' {
		return moment{}, false
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if int(date.Month()) != month || date.Day() != day {
		return moment{}, false
	}
	inDay, rest, ok := timeOfDay(strings.TrimLeft(cell[11:], " "))
	if !ok {
		return moment{}, false
	}
	m := moment{kind: localTime, ms: date.UnixMilli() + inDay, clock: int(inDay / minuteMs)}
	if rest = strings.TrimSpace(rest); rest != "" {
		offset, ok := zone(rest)
		if !ok {
			return moment{}, false
		}
		m.kind, m.ms = zonedTime, m.ms-offset
	}
	return m, true
}

// timeOfDay reads 15:04, 15:04:05 and fractions of a second off the front of a
// text [ms]. A leap second counts as the one before.
func timeOfDay(text string) (ms int64, rest string, ok bool) {
	if len(text) == 4 || len(text) > 4 && text[1] == ':' {
		text = "0" + text // 9:05
	}
	if len(text) < 5 || text[2] != ':' {
		return 0, "", false
	}
	hours, minutes, seconds := number(text[:2]), number(text[3:5]), 0
	text = text[5:]
	fraction := int64(0)
	if len(text) >= 3 && text[0] == ':' {
		seconds = min(59, number(text[1:3]))
		if number(text[1:3]) > 60 {
			return 0, "", false
		}
		text = text[3:]
		if text != "" && (text[0] == '.' || text[0] == ',') {
			digits := 0
			for scale := int64(100); 1+digits < len(text) && text[1+digits] >= '0' && text[1+digits] <= '9'; digits++ {
				fraction += int64(text[1+digits]-'0') * scale
				scale /= 10
			}
			if digits == 0 {
				return 0, "", false
			}
			text = text[1+digits:]
		}
	}
	if hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 {
		return 0, "", false
	}
	return int64(hours*60+minutes)*minuteMs + int64(seconds)*1000 + fraction, text, true
}

// zone reads Z, UTC, GMT, +02, +0200 and +02:00 [ms east of Greenwich].
func zone(text string) (ms int64, ok bool) {
	switch text {
	case "Z", "z", "UTC", "GMT":
		return 0, true
	}
	sign := int64(1)
	switch {
	case text[0] == '-':
		sign = -1
	case text[0] != '+':
		return 0, false
	}
	digits := strings.Replace(text[1:], ":", "", 1)
	if len(digits) == 2 {
		digits += "00"
	}
	if len(digits) != 4 {
		return 0, false
	}
	hours, minutes := number(digits[:2]), number(digits[2:])
	if hours < 0 || hours > 23 || minutes < 0 || minutes > 59 {
		return 0, false
	}
	return sign * int64(hours*60+minutes) * minuteMs, true
}

// number returns what decimal digits make, or -1.
func number(digits string) int {
	n := 0
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return -1
		}
		n = 10*n + int(digits[i]-'0')
	}
	return n
}

// clocks puts times of day behind each other: one that is more than half a day
// before the last is of the next day.
type clocks struct {
	day  int64 // ms
	last int64 // ms of its day
	any  bool
}

func (c *clocks) days(ms int64) int64 {
	const day = 1440 * minuteMs
	if c.any && c.last-ms > day/2 {
		c.day += day
	}
	c.last, c.any = ms, true
	return c.day + ms
}
