//go:build !nextmodel

package cdn

// ModelVersion is the number of this model. Whatever changes one bit of one
// shift raises it.
const ModelVersion = 1
