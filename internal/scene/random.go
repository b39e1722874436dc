package scene

// dice is the picture's own generator, an xorshift of 32 bits. What it yields
// shows nowhere but in the picture, and never in the model.
type dice uint32

// share returns a number in [0, 1).
func (d *dice) share() float32 {
	x := uint32(*d)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*d = dice(x)
	return float32(x>>8) / (1 << 24)
}

// between returns a number in [lo, hi).
func (d *dice) between(lo, hi float32) float32 { return lo + (hi-lo)*d.share() }
