package chart

import (
	"math"
	"strings"
)

// tickMinutes are the distances that a time axis may have.
var tickMinutes = [...]int{1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880, 7200, 14400, 43200}

const dayMinutes = 24 * 60

// clockText writes a time of day as 09:30, with the caller's digits if it has
// ten of them.
func clockText(minutes float64, digits string) string {
	whole := int(math.Floor(minutes+1e-9)) % dayMinutes
	if whole < 0 {
		whole += dayMinutes
	}
	hour, minute := whole/60, whole%60
	return localDigits(string([]byte{
		byte('0' + hour/10), byte('0' + hour%10), ':', byte('0' + minute/10), byte('0' + minute%10),
	}), digits)
}

// localDigits replaces 0..9 by the caller's ten digits.
func localDigits(text, digits string) string {
	own := []rune(digits)
	if len(own) != 10 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return own[r-'0']
		}
		return r
	}, text)
}

// tick is a label of the time axis.
type tick struct {
	x     float64 // of the time
	textX float64 // of its label's middle, moved inwards at the edges
	text  string
}

// axis is the time axis of a drawing.
type axis struct {
	left, right  float64 // of the first and the last step
	low, high    float64 // that labels stay within
	steps        int
	stepSeconds  float64
	clockMinutes float64
	digits       string
	fontPx       float64
}

func (a *axis) x(step int) float64 {
	return a.left + float64((a.right-a.left)*float64(step)/float64(max(1, a.steps)))
}

// labelWidth is the room that a clock label takes, px; the cursor's is bold.
func (a *axis) labelWidth() float64 { return textWidth("00:00", a.fontPx, boldLetterEm) }

// ticks returns round times as close as their labels allow. A label that would
// touch its neighbour or the room from..to is left out.
func (a *axis) ticks(from, to float64) []tick {
	lengthMinutes := float64(a.steps) * a.stepSeconds / 60
	if !(lengthMinutes > 0) || !(a.right > a.left) {
		return nil
	}
	width, gap := a.labelWidth(), float64(a.fontPx*1.6)
	if a.right-a.left > 40*a.fontPx {
		gap = float64(gap * 2) // where there is room, calm
	}
	pxPerMinute := (a.right - a.left) / lengthMinutes
	every := float64(tickMinutes[len(tickMinutes)-1])
	for _, m := range tickMinutes {
		if float64(float64(m)*pxPerMinute) >= float64(width)+float64(gap) {
			every = float64(m)
			break
		}
	}
	var ticks []tick
	half := float64(width / 2)
	end := math.Inf(-1)
	start := a.clockMinutes
	for n := math.Ceil(start/every - 1e-9); ; n++ {
		offset := float64(n*every) - start
		if offset > lengthMinutes+1e-9 || len(ticks) > ticksMax {
			return ticks
		}
		x := a.left + float64(offset*pxPerMinute)
		middle := a.inside(x)
		if middle-half < end || (middle+half > from && middle-half < to) {
			continue
		}
		end = middle + half + float64(gap/4)
		ticks = append(ticks, tick{x, middle, clockText(float64(n*every), a.digits)})
	}
}

// ticksMax bounds the labels of an axis; no screen has room for so many.
const ticksMax = 1000

// inside moves a label's middle so that the label stays within the drawing.
func (a *axis) inside(x float64) float64 {
	half := a.labelWidth() / 2
	return math.Max(a.low+float64(half), math.Min(x, a.high-float64(half)))
}
