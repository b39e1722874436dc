// Package fused holds a multiply-add that arm64 would fuse. It proves that the fusing check sees one.
package fused

// Add returns x*y + z, rounded once on machines that fuse and twice on others.
func Add(x, y, z float64) float64 { return x*y + z }
