//go:build !nextmodel

package service

// ModelVersion is the number of this model. Whatever changes one bit of one
// shift raises it.
const ModelVersion = 1
