package yamlfile

import (
	"strconv"
	"strings"
)

// Suggest says which of the allowed names was probably meant, or lists them.
func Suggest(name string, allowed []string) string {
	// More than a slip in three letters, or than two, make another word.
	best, bestDistance := "", 1+min(2, (len(name)+1)/3)
	if len(name) <= nameMax {
		for _, a := range allowed {
			if d := distance(name, a); d < bestDistance {
				best, bestDistance = a, d
			}
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	if len(allowed) > listMax {
		return "there is " + strings.Join(allowed[:listMax], ", ") + " and " + strconv.Itoa(len(allowed)-listMax) + " more"
	}
	return "there is " + strings.Join(allowed, ", ")
}

// listMax is how many names an error lists.
const listMax = 60

// nameMax bounds what distance is asked about [bytes].
const nameMax = 64

// distance returns how many bytes must be put in, taken out or changed to make
// b out of a (Levenshtein 1965).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
