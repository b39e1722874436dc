package requestsim

// Words are the texts of a language by their keys; those of tables and figures
// begin with "validate.", such as validate.axis.ttl. A key that is missing shows
// itself, without that beginning.
type Words map[string]string

// Text returns the text of a key that is given without its beginning.
func (w Words) Text(key string) string {
	if text, ok := w["validate."+key]; ok {
		return text
	}
	return key
}
