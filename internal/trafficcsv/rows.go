package trafficcsv

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"oncall/internal/service"
)

// reader collects the samples of a file.
type reader struct {
	rest      []byte
	separator byte
	row       int
	cells     []string // of the row: the first two
	width     int      // how many it has

	samples []sample
	kind    kind // of the times
	clocks  clocks
	empty   int  // rows without a value
	more    bool // whether there are more than two columns
}

func (r *reader) read(text []byte) *Error {
	r.rest = text
	// Excel's own way of naming the separator, in a row of its own.
	if line, after, _ := bytes.Cut(text, []byte("\n")); len(line) >= 5 && string(bytes.ToLower(line[:4])) == "sep=" {
		r.separator, r.rest, r.row = line[4], after, 1
	} else {
		r.separator = separator(text)
	}
	headers := 0
	for len(r.rest) > 0 {
		blank, err := r.next()
		if err != nil {
			return err
		}
		if blank {
			continue
		}
		header, err := r.sample(len(r.samples) == 0 && headers < headerRowsMax)
		if err != nil {
			return err
		}
		if header {
			headers++
		}
	}
	return nil
}

// separator returns what separates the cells: a tab or a semicolon where the
// first row has one outside quotation marks, else the comma.
func separator(text []byte) byte {
	found := byte(',')
	quoted, some := false, false
	for _, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\t':
			return c
		case c == ';':
			found = c
		case c == '\n' || c == '\r':
			if some {
				return found
			}
			continue
		}
		some = true
	}
	return found
}

// next reads a row and reports whether it is blank.
func (r *reader) next() (blank bool, err *Error) {
	r.row++
	r.cells, r.width = r.cells[:0], 0
	blank = true
	for {
		cell, end, err := r.cell()
		if err != nil {
			return false, err
		}
		r.width++
		if cell = strings.TrimSpace(cell); cell != "" {
			blank = false
			r.more = r.more || r.width > 2
		}
		if len(r.cells) < 2 {
			r.cells = append(r.cells, cell)
		}
		if end {
			return blank, nil
		}
	}
}

// cell takes a cell off the front of the rest, with what ends it, and reports
// whether its row ends with it.
func (r *reader) cell() (cell string, end bool, err *Error) {
	text := r.rest
	if len(text) > 0 && text[0] == '"' {
		return r.quoted()
	}
	n := 0
	for n < len(text) && text[n] != r.separator && text[n] != '\n' && text[n] != '\r' {
		n++
	}
	cell = string(text[:n])
	r.rest = text[n:]
	return cell, r.ended(), nil
}

// quoted is cell for one in quotation marks, which stand doubled inside it.
func (r *reader) quoted() (cell string, end bool, err *Error) {
	var b []byte
	text := r.rest[1:]
	for {
		n := bytes.IndexByte(text, '"')
		if n < 0 {
			return "", false, refuse(r.row, r.width+1, OpenQuote)
		}
		b = append(b, text[:n]...)
		text = text[n+1:]
		if len(text) == 0 || text[0] != '"' {
			break
		}
		b = append(b, '"')
		text = text[1:]
	}
	// What stands between the closing mark and the separator belongs to the cell.
	for len(text) > 0 && text[0] != r.separator && text[0] != '\n' && text[0] != '\r' {
		b = append(b, text[0])
		text = text[1:]
	}
	r.rest = text
	return string(b), r.ended(), nil
}

// ended takes a separator or an end of line off the rest, and reports which.
func (r *reader) ended() bool {
	switch {
	case len(r.rest) == 0:
		return true
	case r.rest[0] == r.separator:
		r.rest = r.rest[1:]
		return false
	case bytes.HasPrefix(r.rest, []byte("\r\n")):
		r.rest = r.rest[2:]
	default:
		r.rest = r.rest[1:]
	}
	return true
}

// sample keeps what the row says. Where the row may be a header, and neither its
// time nor its value can be read, it is one.
func (r *reader) sample(mayBeHeader bool) (header bool, err *Error) {
	if r.width < 2 {
		if mayBeHeader {
			if _, ok := parseTime(r.cells[0], r.decimalComma()); !ok {
				return true, nil
			}
		}
		return false, refuse(r.row, 1, OneColumn)
	}
	at, isTime := parseTime(r.cells[0], r.decimalComma())
	value, reason := r.value(r.cells[1])
	if mayBeHeader && !isTime && reason == BadValue {
		return true, nil
	}
	switch {
	case !isTime:
		return false, refuse(r.row, 1, BadTime, "text", excerpt(r.cells[0]))
	case r.kind != noTime && at.kind != r.kind:
		return false, refuse(r.row, 1, OtherTime, "text", excerpt(r.cells[0]))
	}
	r.kind = at.kind
	if at.kind == clockTime {
		at.ms = r.clocks.days(at.ms)
	}
	if len(r.samples)+r.empty == RowsMax {
		return false, refuse(r.row, 1, TooManyR, "max", RowsMax)
	}
	if r.cells[1] == "" {
		r.empty++
		return false, nil
	}
	if reason != "" {
		return false, refuse(r.row, 2, reason, "text", excerpt(r.cells[1]), "max", int(service.CurvePerSecondMax))
	}
	r.samples = append(r.samples, sample{ms: at.ms, value: value, row: r.row, clock: at.clock})
	return false, nil
}

// decimalComma reports whether numbers may have one: only where it separates no
// cells.
func (r *reader) decimalComma() bool { return r.separator != ',' }

// value reads requests a second, or says why they cannot be. An empty cell is
// BadValue.
func (r *reader) value(cell string) (v float64, reason string) {
	v, ok := parseNumber(cell, r.decimalComma())
	switch {
	case !ok:
		if notFinite(cell) {
			return 0, NotFinite
		}
		return 0, BadValue
	case math.IsInf(v, 0):
		return 0, TooLarge
	case v < 0:
		return 0, Negative
	case v > service.CurvePerSecondMax:
		return 0, TooLarge
	}
	return v, ""
}

// parseNumber reads a decimal number, with an exponent at most.
func parseNumber(cell string, decimalComma bool) (float64, bool) {
	if cell == "" || strings.Trim(cell, "0123456789+-.,eE") != "" {
		return 0, false
	}
	if comma := strings.IndexByte(cell, ','); comma >= 0 {
		if !decimalComma || strings.Contains(cell, ".") {
			return 0, false
		}
		cell = cell[:comma] + "." + cell[comma+1:]
	}
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil || math.IsInf(v, 0)
}

// notFinite reports whether a cell is how programs write what is no number.
func notFinite(cell string) bool {
	switch strings.ToLower(strings.TrimLeft(cell, "+-")) {
	case "nan", "inf", "infinity", "∞":
		return true
	}
	return false
}
