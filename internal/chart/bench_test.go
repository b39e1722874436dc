package chart

import (
	"fmt"
	"testing"
)

func BenchmarkTimeline(b *testing.B) {
	for _, steps := range []int{240, 1440, 8640} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			shift := shiftTable(steps, calm)
			o := shown(1280, steps)
			b.ReportAllocs()
			var bytes int
			for b.Loop() {
				bytes = len(Timeline(o, shift, shift))
			}
			b.ReportMetric(float64(bytes), "svg-bytes")
		})
	}
}
