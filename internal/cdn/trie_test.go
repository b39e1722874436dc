package cdn

import (
	"net/netip"
	"testing"

	"pgregory.net/rapid"
)

// drawPrefix draws a network of few leading bits, so that many hold each other.
func drawPrefix(t *rapid.T) Prefix {
	six := rapid.Bool().Draw(t, "six")
	a := drawAddress(t, six)
	bits := rapid.IntRange(0, a.width()).Draw(t, "bits")
	hi, lo := masks(bits)
	a.hi, a.lo = a.hi&hi, a.lo&lo
	return Prefix{a, bits}
}

// drawAddress draws one whose bits repeat a nibble, with a few turned: random
// bits would hardly ever meet.
func drawAddress(t *rapid.T, six bool) Address {
	nibble := rapid.SampledFrom([]uint64{0, 0x1111111111111111, 0xaaaaaaaaaaaaaaaa, 0xffffffffffffffff}).Draw(t, "bits")
	a := Address{hi: nibble, lo: nibble, six: six}
	for range rapid.IntRange(0, 2).Draw(t, "turned") {
		i := rapid.IntRange(0, 127).Draw(t, "bit")
		if i < 64 {
			a.hi ^= 1 << (63 - i)
		} else {
			a.lo ^= 1 << (127 - i)
		}
	}
	if !six {
		a.hi, a.lo = a.hi&^(1<<32-1), 0
	}
	return a
}

// The tree finds what a scan over all networks finds.
func TestLongestMatchAgainstAScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var networks []Network
		seen := map[Prefix]bool{}
		r := NewRoutes(nil)
		for range rapid.IntRange(0, 40).Draw(t, "networks") {
			p := drawPrefix(t)
			if added := r.Add(p, len(networks)); added == seen[p] {
				t.Fatalf("adding %v again: %v", p, added)
			}
			if !seen[p] {
				seen[p] = true
				networks = append(networks, Network{Prefix: p})
			}
		}
		for range 50 {
			a := drawAddress(t, rapid.Bool().Draw(t, "six"))
			want := -1
			for i, n := range networks {
				if n.Prefix.Contains(a) && (want < 0 || n.Prefix.Bits > networks[want].Prefix.Bits) {
					want = i
				}
			}
			if got := r.Find(a); got != want {
				t.Fatalf("%v is in network %d, want %d of %v", a, got, want, networks)
			}
		}
		for i, n := range networks {
			if got := r.FindPrefix(n.Prefix); got != i {
				t.Fatalf("%v is network %d, want %d", n.Prefix, got, i)
			}
		}
	})
}

func TestAMoreSpecificNetworkWins(t *testing.T) {
	r := NewRoutes(twelveNetworks())
	for address, want := range map[string]int{
		"10.1.2.3": 0, "10.16.0.0": 1, "10.17.127.255": 1, "10.17.128.0": 2, "10.17.255.255": 2, "10.32.0.0": 0,
		"203.0.113.9": 10, "203.0.114.0": 11, "255.255.255.255": 11, "::1": -1, "a00::": -1,
	} {
		a, err := ParseAddress(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Find(a); got != want {
			t.Errorf("%s is in network %d, want %d", address, got, want)
		}
	}
}

// Texts are read as the standard library's netip reads them.
func FuzzPrefix(f *testing.F) {
	for _, text := range []string{
		"10.0.0.0/8", "0.0.0.0/0", "10.17.128.0/17", "203.0.113.7/32", "10.1.0.0/8", "1.2.3/8", "01.2.3.4/32", "1.2.3.4.5/8",
		"2001:db8::/32", "::/0", "::1/128", "1::/16", "1:2:3:4:5:6:7:8/128", "1:2:3:4:5:6:7::/112", "::ffff:1.2.3.4/128", "1:0:0:2::/64",
		"1:::2/64", ":1::/16", "1::2::3/64", "1:2:3:4:5:6:7:8:9/128", "12345::/16", "g::/16", "fe80::1%eth0/128", "::1.2.3.4:5/128",
		"10.0.0.0/33", "::/129", "10.0.0.0/08", "10.0.0.0", "/8", "", "1:2/16", "::1.2.3/128", "1:2:3:4:5:6:1.2.3.4/128", "1:2:3:4:5:6:7:1.2.3.4/128",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParsePrefix(text)
		want, wantErr := netip.ParsePrefix(text)
		if wantErr == nil && want != want.Masked() {
			wantErr = err // netip leaves bits behind the length as they are
			if err == nil {
				t.Fatalf("%q: bits behind the length are not 0", text)
			}
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: %v, %v; netip says %v, %v", text, got, err, want, wantErr)
		}
		if err != nil {
			return
		}
		if got.Bits != want.Bits() || got.Address.six != want.Addr().Is6() {
			t.Fatalf("%q: %v, netip says %v", text, got, want)
		}
		for i, octet := range want.Addr().AsSlice() {
			for j := range 8 {
				if got.Address.bit(8*i+j) != int(octet>>(7-j)&1) {
					t.Fatalf("%q: bit %d of %v", text, 8*i+j, got)
				}
			}
		}
		back, err := ParsePrefix(got.String())
		if err != nil || back != got {
			t.Fatalf("%q is written %q and read back as %v, %v", text, got, back, err)
		}
		if !want.Addr().Is4In6() && got.String() != want.String() {
			t.Fatalf("%q is written %q, netip writes %q", text, got, want)
		}
	})
}
