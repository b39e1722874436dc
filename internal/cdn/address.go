package cdn

import (
	"errors"
	"strconv"
	"strings"
)

// Address is an IPv4 or IPv6 address. Its bits stand at the top of 128, so that
// a prefix of either kind is read from the same end.
type Address struct {
	hi, lo uint64
	six    bool
}

// width returns how many bits the address has.
func (a Address) width() int {
	if a.six {
		return 128
	}
	return 32
}

// bit returns the i-th bit from the left, from 0 on.
func (a Address) bit(i int) int {
	if i < 64 {
		return int(a.hi >> (63 - i) & 1)
	}
	return int(a.lo >> (127 - i) & 1)
}

// Prefix is a network in CIDR form (RFC 4632, RFC 4291): the addresses that have
// the first Bits bits of Address.
type Prefix struct {
	Address Address
	Bits    int
}

// Contains reports whether the address is one of the network's.
func (p Prefix) Contains(a Address) bool {
	hi, lo := masks(p.Bits)
	return p.Address.six == a.six && p.Address.hi == a.hi&hi && p.Address.lo == a.lo&lo
}

// masks returns 128 bits, the first so many of which are set.
func masks(bits int) (hi, lo uint64) {
	if bits >= 64 {
		return ^uint64(0), ^(^uint64(0) >> (bits - 64))
	}
	return ^(^uint64(0) >> bits), 0
}

// ParsePrefix reads a network such as 10.16.0.0/12 or 2001:db8::/32. The bits
// behind its length must be zero. The error says what would be right.
func ParsePrefix(text string) (Prefix, error) {
	address, length, found := strings.Cut(text, "/")
	a, err := ParseAddress(address)
	if !found || err != nil {
		return Prefix{}, errors.New("a network is written like 10.16.0.0/12 or 2001:db8::/32, and this is " + strconv.Quote(text))
	}
	bits, ok := digits(length, 3, 10)
	if !ok || bits > uint64(a.width()) || len(length) > 1 && length[0] == '0' {
		return Prefix{}, errors.New("a network's length must lie between 0 and " + strconv.Itoa(a.width()) + ", and is " + strconv.Quote(length))
	}
	p := Prefix{a, int(bits)}
	if !p.Contains(a) {
		hi, lo := masks(p.Bits)
		p.Address.hi, p.Address.lo = a.hi&hi, a.lo&lo
		return Prefix{}, errors.New("the bits behind a network's length must be 0: write " + p.String() + " for " + text)
	}
	return p, nil
}

// ParseAddress reads an IPv4 address in four decimal numbers or an IPv6 address
// in any of the forms of RFC 4291, section 2.2, without a zone.
func ParseAddress(text string) (Address, error) {
	wrong := errors.New("not an IP address: " + strconv.Quote(text))
	if !strings.Contains(text, ":") {
		v, ok := parse4(text)
		if !ok {
			return Address{}, wrong
		}
		return Address{hi: uint64(v) << 32}, nil
	}
	var head, tail []uint16
	before, after, gap := strings.Cut(text, "::")
	ok := true
	if before != "" {
		head, ok = parseGroups(before, !gap)
	}
	if ok && after != "" {
		tail, ok = parseGroups(after, true)
	}
	groups := len(head) + len(tail)
	if !ok || !gap && groups != 8 || gap && groups > 7 {
		return Address{}, wrong
	}
	var all [8]uint16
	copy(all[:], head)
	copy(all[8-len(tail):], tail)
	a := Address{six: true}
	for i := range 4 {
		a.hi = a.hi<<16 | uint64(all[i])
		a.lo = a.lo<<16 | uint64(all[4+i])
	}
	return a, nil
}

// parseGroups reads 16-bit groups between colons, of which the last may be an
// IPv4 address where the text ends the address.
func parseGroups(text string, last bool) ([]uint16, bool) {
	var groups []uint16
	for text != "" {
		part, rest, more := strings.Cut(text, ":")
		if more && rest == "" || len(groups) == 8 {
			return nil, false
		}
		text = rest
		if !more && last && strings.Contains(part, ".") {
			v, ok := parse4(part)
			return append(groups, uint16(v>>16), uint16(v)), ok
		}
		v, ok := digits(part, 4, 16)
		if !ok {
			return nil, false
		}
		groups = append(groups, uint16(v))
	}
	return groups, true
}

// parse4 reads four decimal numbers from 0 to 255 between points. A leading
// zero is refused: to some programs it means octal.
func parse4(text string) (uint32, bool) {
	var v uint32
	for i := range 4 {
		part, rest, more := strings.Cut(text, ".")
		n, ok := digits(part, 3, 10)
		if !ok || n > 255 || len(part) > 1 && part[0] == '0' || more != (i < 3) {
			return 0, false
		}
		v, text = v<<8|uint32(n), rest
	}
	return v, true
}

// digits reads 1 to most digits of the base and nothing else.
func digits(text string, most int, base uint64) (v uint64, ok bool) {
	if text == "" || len(text) > most {
		return 0, false
	}
	for _, c := range []byte(text) {
		d := uint64(99)
		switch {
		case c >= '0' && c <= '9':
			d = uint64(c - '0')
		case c >= 'a' && c <= 'f':
			d = uint64(c-'a') + 10
		case c >= 'A' && c <= 'F':
			d = uint64(c-'A') + 10
		}
		if d >= base {
			return 0, false
		}
		v = v*base + d
	}
	return v, true
}

// String returns the network as RFC 4632 and, for IPv6, RFC 5952 write it.
func (p Prefix) String() string { return p.Address.String() + "/" + strconv.Itoa(p.Bits) }

// String returns the address, an IPv6 one in the form of RFC 5952.
func (a Address) String() string {
	if !a.six {
		var b []byte
		for i := range 4 {
			if i > 0 {
				b = append(b, '.')
			}
			b = strconv.AppendUint(b, a.hi>>(56-8*i)&0xff, 10)
		}
		return string(b)
	}
	group := func(i int) uint64 {
		if i < 4 {
			return a.hi >> (48 - 16*i) & 0xffff
		}
		return a.lo >> (112 - 16*i) & 0xffff
	}
	// The longest run of two or more zero groups is left out, the first of them.
	gap, run := -1, 1
	for i := 0; i < 8; i++ {
		j := i
		for j < 8 && group(j) == 0 {
			j++
		}
		if j-i > run {
			gap, run = i, j-i
		}
		i = max(i, j-1)
	}
	var b []byte
	for i := 0; i < 8; i++ {
		if i == gap {
			b = append(b, "::"...)
			i += run - 1
			continue
		}
		if i > 0 && b[len(b)-1] != ':' {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, group(i), 16)
	}
	return string(b)
}
