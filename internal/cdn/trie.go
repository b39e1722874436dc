package cdn

// Routes finds the network of an address: a binary prefix tree, one for IPv4 and
// one for IPv6, in which the longest match wins, as routers have it (RFC 1812,
// section 5.2.4.3). It is built once and then only read.
type Routes struct {
	nodes []routeNode
}

// routeNode is a prefix: what both its children have in common.
type routeNode struct {
	child   [2]int32 // nodes of the next bit; 0 is none, because the roots are nobody's children
	network int32    // the network of this prefix, or -1
}

// The roots of the two trees.
const (
	rootFour = 0
	rootSix  = 1
)

// NewRoutes returns the tree of the networks. Of two that are the same, the
// first one stays, and Add would have said so.
func NewRoutes(networks []Network) *Routes {
	r := &Routes{nodes: []routeNode{{network: -1}, {network: -1}}}
	for i, n := range networks {
		r.Add(n.Prefix, i)
	}
	return r
}

// Add puts a network into the tree under its number. It reports whether the
// prefix was not there yet; else nothing changes.
func (r *Routes) Add(p Prefix, network int) bool {
	at := root(p.Address)
	for i := range p.Bits {
		bit := p.Address.bit(i)
		next := r.nodes[at].child[bit]
		if next == 0 {
			next = int32(len(r.nodes))
			r.nodes = append(r.nodes, routeNode{network: -1})
			r.nodes[at].child[bit] = next
		}
		at = next
	}
	if r.nodes[at].network >= 0 {
		return false
	}
	r.nodes[at].network = int32(network)
	return true
}

// Find returns the number of the most specific network that holds the address,
// or -1.
func (r *Routes) Find(a Address) int { return r.FindPrefix(Prefix{a, a.width()}) }

// FindPrefix returns the number of the most specific network that holds all of
// the prefix, or -1.
func (r *Routes) FindPrefix(p Prefix) int {
	at := root(p.Address)
	found := r.nodes[at].network
	for i := range p.Bits {
		if at = r.nodes[at].child[p.Address.bit(i)]; at == 0 {
			break
		}
		if n := r.nodes[at].network; n >= 0 {
			found = n
		}
	}
	return int(found)
}

func root(a Address) int32 {
	if a.six {
		return rootSix
	}
	return rootFour
}
