//go:build !oneworld

package scenario

// HasCDN says whether this program computes the CDN world. A build with the tag
// oneworld does without it: the page's engine is small until a shift of that
// world is opened.
const HasCDN = true
