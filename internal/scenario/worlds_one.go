//go:build oneworld

package scenario

// HasCDN says that this program does without the CDN world.
const HasCDN = false
