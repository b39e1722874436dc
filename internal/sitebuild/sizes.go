package sitebuild

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// restLimitBytes is what everything besides the programs may weigh on a first visit, gzipped: the
// page's shell for two worlds, their scenarios, and the texts of the largest language.
const restLimitBytes = 76_000

// Size is the weight of one file.
type Size struct {
	Name       string // in the folder
	Bytes      int
	GzipBytes  int  // what travels: the .gz where there is one, else Bytes
	FirstVisit bool // loaded by a browser that comes for the first time
	source     string
}

// Limit is a weight that the build watches.
type Limit struct {
	What       string
	GzipBytes  int
	LimitBytes int
}

func (f *folder) result(options Options) *Result {
	r := &Result{Build: f.build, Assets: f.assets}
	for source, name := range f.assets {
		size := Size{Name: name, Bytes: f.sizes[source], GzipBytes: f.sizes[source], FirstVisit: f.first[source], source: source}
		if zipped, ok := f.sizes[source+".gz"]; ok {
			size.GzipBytes = zipped
		}
		r.Sizes = append(r.Sizes, size)
	}
	slices.SortFunc(r.Sizes, func(a, b Size) int {
		return cmp.Or(cmp.Compare(b.GzipBytes, a.GzipBytes), cmp.Compare(a.Name, b.Name))
	})
	rest := Limit{What: "the rest of a first visit", LimitBytes: restLimitBytes}
	for i, size := range r.Sizes {
		if at := slices.IndexFunc(options.Programs, func(p Program) bool { return p.Name == size.source }); at >= 0 {
			r.Sizes[i].FirstVisit = !options.Programs[at].OnDemand
			r.Limits = append(r.Limits, Limit{size.source, size.GzipBytes, options.Programs[at].LimitBytes})
		} else if size.FirstVisit {
			rest.GzipBytes += size.GzipBytes
		}
	}
	r.Limits = append(r.Limits, rest)
	return r
}

// Print writes the table of sizes.
func (r *Result) Print(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "bytes\tgzip\t\t")
	for _, size := range r.Sizes {
		mark := ""
		if size.FirstVisit {
			mark = "first visit"
		}
		fmt.Fprintf(table, "%d\t%d\t%s\t  %s\n", size.Bytes, size.GzipBytes, mark, size.Name)
	}
	for _, limit := range r.Limits {
		fmt.Fprintf(table, "\t%d\tof %d\t  %s\n", limit.GzipBytes, limit.LimitBytes, limit.What)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print sizes: %w", err)
	}
	return nil
}

// Check returns an error that names everything above its limit.
func (r *Result) Check() error {
	var over []string
	for _, limit := range r.Limits {
		if limit.GzipBytes > limit.LimitBytes {
			over = append(over, fmt.Sprintf("%s: %d bytes gzipped, %d allowed", limit.What, limit.GzipBytes, limit.LimitBytes))
		}
	}
	if len(over) > 0 {
		return fmt.Errorf("too large: %s", strings.Join(over, "; "))
	}
	return nil
}
