// Package chart draws a shift as SVG text: the timeline of stacked lanes, the
// sparklines of the vital signs, and the comparison of several shifts. The page
// and the written reports use the same code, so a picture in a postmortem is the
// picture that was on the screen.
//
// The drawings hold presentation attributes only: no style attribute, no
// script, no reference to anything outside, so that they work under a strict
// Content-Security-Policy and in viewers that strip styles. Words and formatted
// numbers come from the caller, already in the reader's language; the package
// writes no text of its own but the clock and the numbers of Compare's axis.
// Whatever it is given, it returns well-formed XML with finite numbers.
package chart
