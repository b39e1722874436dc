package explain

import (
	"strconv"
	"strings"
)

// significant is how many digits a number is shown with where it has more.
const significant = 5

// The decimal exponents outside of which a number is written as a power of ten.
const (
	lowest  = -4
	highest = 7
)

// decimal is a number as it is shown: digits with a decimal point, times ten to
// the exponent.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// decimalOf rounds a number to what is shown of it.
func decimalOf(v float64) decimal {
	d := decimal{negative: v < 0}
	if v == 0 {
		d.digits = "0"
		return d
	}
	if d.negative {
		v = -v
	}
	precision := -1 // all digits that it has
	mantissa := strconv.FormatFloat(v, 'e', -1, 64)
	if at := strings.IndexByte(mantissa, 'e'); at > significant {
		precision = significant - 1 // the point is one of the characters
		mantissa = strconv.FormatFloat(v, 'e', precision, 64)
	}
	at := strings.IndexByte(mantissa, 'e')
	exponent, err := strconv.Atoi(mantissa[at+1:])
	if err != nil { // infinite, which no reading is
		d.digits = "0"
		return d
	}
	switch {
	case exponent < lowest || exponent >= highest:
		d.digits, d.exponent = mantissa[:at], exponent
	case precision < 0:
		d.digits = strconv.FormatFloat(v, 'f', -1, 64)
	default:
		d.digits = strconv.FormatFloat(v, 'f', max(0, significant-1-exponent), 64)
	}
	return d
}

// local writes plain digits in the reader's.
func (n Numbers) local(plain string) string {
	if n.Digits == "0123456789" && n.Decimal == "." {
		return plain
	}
	digits := []rune(n.Digits)
	var b strings.Builder
	for _, c := range plain {
		switch {
		case c == '.':
			b.WriteString(n.Decimal)
		case c >= '0' && c <= '9' && len(digits) == 10:
			b.WriteRune(digits[c-'0'])
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// text writes a number without markup.
func (n Numbers) text(v float64) string {
	d := decimalOf(v)
	s := n.local(d.digits)
	if d.exponent != 0 {
		s += "·" + n.local("10") + superscript(d.exponent)
	}
	if d.negative {
		s = "−" + s
	}
	return s
}

// superscript writes an exponent in the only raised digits that fonts have.
func superscript(exponent int) string {
	raised := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	s := ""
	for _, c := range strconv.Itoa(exponent) {
		if c == '-' {
			s += "⁻"
		} else {
			s += string(raised[c-'0'])
		}
	}
	return s
}

// OrPlain returns the numbers with what is missing in them as in English.
func (n Numbers) OrPlain() Numbers {
	if n.Digits == "" {
		n.Digits = "0123456789"
	}
	if n.Decimal == "" {
		n.Decimal = "."
	}
	return n
}
