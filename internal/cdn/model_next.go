//go:build nextmodel

package cdn

// ModelVersion is one more than this model's: a build with the tag stands for
// the next model in the tests of two builds side by side.
const ModelVersion = 2
