package replay

import (
	"strconv"
	"strings"
)

// The reasons for which a record is refused. They are keys: the page shows its
// own sentence for each.
const (
	NoRecord        = "no_record"
	NotBase64       = "not_base64"
	TooLong         = "too_long"
	CutShort        = "cut_short"
	TrailingBytes   = "trailing_bytes"
	Damaged         = "damaged"
	Malformed       = "malformed"
	NewerFormat     = "newer_format"
	UnknownWorld    = "unknown_world"
	OtherModel      = "other_model"
	UnknownScenario = "unknown_scenario"
	BadScenario     = "bad_scenario"
	ScenarioChanged = "scenario_changed"
	TooManyActions  = "too_many_actions"
	TooManyNotes    = "too_many_notes"
	TooManySettings = "too_many_settings"
	TooManySteps    = "too_many_steps"
	BadSetting      = "bad_setting"
	BadAction       = "bad_action"
	BadNote         = "bad_note"
	BadCheckpoint   = "bad_checkpoint"
)

// Sentence is what a reason means in plain English. Arguments stand in braces.
type Sentence struct{ Reason, Text string }

// Sentences lists every reason for which a record can be refused.
func Sentences() []Sentence { return sentences[:] }

var sentences = [...]Sentence{
	{NoRecord, "there is no shift in this text: a link has #r= in it and the shift behind that; copy the whole link"},
	{NotBase64, "the link has {character} at place {place} of its shift, which cannot be part of one; copy the link again from where it was shared"},
	{TooLong, "the shift takes {bytes} bytes, and at most {limit} are read; it cannot have been made here"},
	{CutShort, "the shift is cut short: {missing} of its {bytes} bytes are missing at the end; copy it again and whole, or ask for it as a file"},
	{TrailingBytes, "the shift ends, and {extra} more bytes follow; copy it again without what stands behind it"},
	{Damaged, "the shift is damaged: its checksum does not match, so a character has changed on the way; copy it again from where it was shared"},
	{Malformed, "the shift is whole, but cannot be read ({detail}); the program that made it is at fault"},
	{NewerFormat, "the shift is in format {format}, and this version reads formats up to {known}; open it with a newer one"},
	{UnknownWorld, "the shift plays in the world {world}, which this version does not have; open it with a newer one"},
	{OtherModel, "the shift was played with model {model} of the world {world}, and this version computes model {known}; open it with a version of that model"},
	{UnknownScenario, "the shift plays the scenario {scenario} of the world {world}, which this version does not have"},
	{BadScenario, "the scenario that the shift carries cannot be played: {detail}"},
	{ScenarioChanged, "the scenario {scenario} has changed since the shift was played, so it cannot be verified"},
	{TooManyActions, "the shift has {count} actions, and at most {limit} are allowed"},
	{TooManyNotes, "the shift has {count} notes, and at most {limit} are allowed"},
	{TooManySettings, "the shift opens with {count} settings, and at most {limit} are allowed"},
	{TooManySteps, "the shift was played for {steps} steps, and it has {limit}"},
	{BadSetting, "setting {number} of the shift's opening cannot be: {detail}"},
	{BadAction, "action {number} of the shift, at step {step}, cannot be: {detail}"},
	{BadNote, "note {number} of the shift, at step {step}, cannot be: {detail}"},
	{BadCheckpoint, "checkpoint {number} of the file cannot be: {detail}"},
}

// Refusal is the error with which a record is refused. Nothing of a refused
// record is used.
type Refusal struct {
	Reason string            // one of the constants
	Args   map[string]string // what stands in the braces of its sentence
}

// Error returns the reason's sentence with its arguments.
func (r *Refusal) Error() string {
	text := r.Reason
	for _, s := range sentences {
		if s.Reason == r.Reason {
			text = s.Text
		}
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(r.Args[name])
		text = after
	}
}

// refuse returns a Refusal with arguments given as name, value, ...
func refuse(reason string, args ...string) *Refusal {
	r := &Refusal{Reason: reason}
	if len(args) > 0 {
		r.Args = make(map[string]string, len(args)/2)
	}
	for i := 0; i+1 < len(args); i += 2 {
		r.Args[args[i]] = args[i+1]
	}
	return r
}

func itoa(v int) string { return strconv.Itoa(v) }
