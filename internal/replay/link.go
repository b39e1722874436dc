package replay

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// linkTextMax bounds what ParseLink looks at [bytes]: a record of LinkBytesMax
// in base64, and ample room for the page's address.
const linkTextMax = 4 * LinkBytesMax

// escapes are what some tools make of a fragment's separators.
var escapes = strings.NewReplacer("%3D", "=", "%3d", "=", "%26", "&", "&amp;", "&")

// ParseLink reads the record out of a whole link, of a fragment such as
// "#r=...&t=37" or of the base64 alone. Padding is tolerated, and so is white
// space around the text and where a mail client broke the line. The error is a
// Refusal.
func ParseLink(text string) (*Record, error) {
	if len(text) > linkTextMax {
		return nil, refuse(TooLong, "bytes", itoa(len(text)), "limit", itoa(LinkBytesMax))
	}
	encoded, found := findRecord(text)
	if !found {
		return nil, refuse(NoRecord)
	}
	b, err := decodeText(encoded)
	if err != nil {
		return nil, err
	}
	return Decode(b)
}

// findRecord returns the base64 of the record in a text.
func findRecord(text string) (string, bool) {
	text = escapes.Replace(strings.Join(strings.Fields(text), ""))
	_, fragment, isLink := strings.Cut(text, "#")
	if !isLink {
		fragment = text
	}
	for part := range strings.SplitSeq(fragment, "&") {
		if encoded, ok := strings.CutPrefix(part, "r="); ok && encoded != "" {
			return encoded, true
		}
	}
	// Without a name only the record can stand there, and it has no slash.
	if isLink || fragment == "" || strings.ContainsAny(strings.TrimRight(fragment, "="), "&=/") {
		return "", false
	}
	return fragment, true
}

// decodeText decodes base64url. A text that was cut off in the middle of a byte
// decodes to the bytes that are whole, so that their length can tell.
func decodeText(encoded string) ([]byte, error) {
	encoded = strings.TrimRight(encoded, "=")
	for i, c := range encoded {
		if !isBase64(c) {
			return nil, refuse(NotBase64, "character", strconv.QuoteRune(c), "place", itoa(i+1))
		}
	}
	whole := encoded
	if len(encoded)%4 == 1 {
		whole = encoded[:len(encoded)-1]
	}
	b, err := base64.RawURLEncoding.DecodeString(whole)
	if err != nil {
		return nil, refuse(Damaged)
	}
	if _, err := extent(b, LinkBytesMax); err != nil {
		return nil, err
	}
	// The bits behind the last byte are zero in what Fragment wrote.
	if base64.RawURLEncoding.EncodeToString(b) != encoded {
		return nil, refuse(Damaged)
	}
	return b, nil
}

func isBase64(c rune) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
