package replay

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"

	"oncall/internal/scenario"
	"oncall/internal/scenario/tuple"
	"oncall/internal/world"
)

// Decode reads the bytes of a link's record. The error is a Refusal. What only
// the scenario can tell is left to Check.
func Decode(b []byte) (*Record, error) { return decode(b, LinkBytesMax) }

func decode(b []byte, limit int) (*Record, error) {
	end, err := extent(b, limit)
	if err != nil {
		return nil, err
	}
	if extra := len(b) - end; extra > 0 {
		return nil, refuse(TrailingBytes, "extra", itoa(extra))
	}
	return open(b)
}

// DecodeFile reads the bytes of a record file. The error is a Refusal.
func DecodeFile(b []byte) (*Record, []Checkpoint, error) {
	end, err := extent(b, FileBytesMax)
	if err != nil {
		return nil, nil, err
	}
	r, err := open(b[:end])
	if err != nil {
		return nil, nil, err
	}
	checkpoints, err := readCheckpoints(b[end:], r.Steps)
	if err != nil {
		return nil, nil, err
	}
	return r, checkpoints, nil
}

// extent returns where the record at the beginning of b ends, by its length.
func extent(b []byte, limit int) (int, error) {
	if len(b) > limit {
		return 0, refuse(TooLong, "bytes", itoa(len(b)), "limit", itoa(limit))
	}
	if len(b) < lengthBytes {
		return 0, refuse(CutShort, "missing", itoa(lengthBytes-len(b)), "bytes", itoa(lengthBytes))
	}
	length := uint64(binary.BigEndian.Uint32(b)) + lengthBytes
	switch {
	case length > uint64(limit) || length < lengthBytes+crcBytes:
		// No record is that long or short: the length itself is damaged.
		return 0, refuse(Damaged)
	case length > uint64(len(b)):
		return 0, refuse(CutShort, "missing", itoa(int(length)-len(b)), "bytes", itoa(int(length)))
	}
	return int(length), nil
}

// open checks the checksum of a whole record and reads its tuple.
func open(b []byte) (*Record, error) {
	body := b[:len(b)-crcBytes]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(b[len(body):]) {
		return nil, refuse(Damaged)
	}
	record, err := readTuple(tuple.NewReader(body[lengthBytes:]))
	var refusal *Refusal
	switch {
	case err == nil:
		return record, nil
	case errors.As(err, &refusal):
		return nil, refusal
	default:
		return nil, refuse(Malformed, "detail", err.Error())
	}
}

// readTuple reads format 1. Its errors are Refusals, or say where the bytes are
// not what the format has there.
func readTuple(in *tuple.Reader) (*Record, error) {
	count := in.Announced("record")
	r := &Record{Format: int(in.Int("format", 1, math.MaxInt32))}
	if in.Err() == nil && r.Format > Format {
		return nil, refuse(NewerFormat, "format", itoa(r.Format), "known", itoa(Format))
	}
	r.Model = int(in.Int("model", 1, math.MaxInt32))
	r.World = in.Text("world", scenario.IDMax)
	r.Scenario = in.Text("scenario", scenario.IDMax)
	if err := r.checkIDs(count, in); err != nil {
		return nil, err
	}
	sh, refusal := shapeOf(r.World)
	if refusal != nil {
		return nil, refusal
	}
	r.ScenarioHash = in.Uint32("scenario's hash")
	r.Seed = in.Uint32("seed")
	r.Opening = readOpening(in, sh)
	r.Actions = readActions(in, sh)
	r.Notes = readNotes(in)
	r.Steps = int(in.Int("steps", 0, math.MaxInt32))
	r.Digest = Digest(in.Uint32("digest"))
	if in.Err() != nil {
		return nil, in.Err()
	}
	if err := r.checkOrder(); err != nil {
		return nil, err
	}
	return r, r.readCustom(in)
}

// checkIDs refuses ids that are none, and a tuple whose length does not go with
// them.
func (r *Record) checkIDs(count int, in *tuple.Reader) error {
	want := fields
	if r.Scenario == "" {
		want = fieldsCustom
	}
	switch {
	case in.Err() != nil:
		return in.Err()
	case !scenario.ValidID(r.World):
		return errors.New("the world's id is not one")
	case r.Scenario != "" && !scenario.ValidID(r.Scenario):
		return errors.New("the scenario's id is not one")
	case count != want:
		return errors.New("the record has " + itoa(count) + " fields instead of " + itoa(want))
	}
	return nil
}

// readCustom reads the scenario that the record carries, if any. That of
// another model means nothing here, and is left alone: the page of its model
// reads it.
func (r *Record) readCustom(in *tuple.Reader) error {
	if r.Scenario == "" {
		if r.Model != scenario.ModelOf(r.World) {
			return nil
		}
		custom, err := scenario.ReadBody(r.World, in)
		if err != nil {
			return refuse(BadScenario, "detail", err.Error())
		}
		r.Custom = custom
	}
	return in.End()
}

func readOpening(in *tuple.Reader, sh shape) []world.Setting {
	count := groups(in, "opening", sh.settingFields(), OpeningMax, TooManySettings)
	if count == 0 {
		return nil
	}
	opening := make([]world.Setting, count)
	for i := range opening {
		s := &opening[i]
		s.Control, s.Target, s.Value = readSetting(in, sh)
		if in.Err() != nil {
			in.Explain(func(err error) error { return badSetting(i, err) })
			return nil
		}
	}
	return opening
}

func readActions(in *tuple.Reader, sh shape) []world.Action {
	count := groups(in, "actions", 1+sh.settingFields(), ActionsMax, TooManyActions)
	if count == 0 {
		return nil
	}
	actions := make([]world.Action, count)
	step := 0
	for i := range actions {
		a := &actions[i]
		step += int(in.Int("step", 0, int64(sh.stepsMax)))
		a.Step = step
		a.Control, a.Target, a.Value = readSetting(in, sh)
		if in.Err() != nil {
			in.Explain(func(err error) error { return badAction(i, step, err) })
			return nil
		}
	}
	return actions
}

func readSetting(in *tuple.Reader, sh shape) (control, target, value int) {
	control = int(in.Int("control", 0, math.MaxUint8))
	if sh.targets {
		target = int(in.Int("target", 0, math.MaxUint8))
	}
	return control, target, int(in.Int("value", math.MinInt32, math.MaxInt32))
}

func readNotes(in *tuple.Reader) []Note {
	count := groups(in, "notes", 1, NotesMax, TooManyNotes)
	if count == 0 {
		return nil
	}
	notes := make([]Note, count)
	for i := range notes {
		in.Exactly("note", 2)
		notes[i] = Note{
			Step: int(in.Int("step", 0, math.MaxInt32)),
			Text: in.Text("text", NoteBytesMax),
		}
		if in.Err() != nil {
			in.Explain(func(err error) error { return badNote(i, notes[i].Step, err) })
			return nil
		}
	}
	return notes
}

// groups reads the header of an array of groups of so many elements, and
// returns how many groups follow.
func groups(in *tuple.Reader, what string, size, limit int, reason string) int {
	count := in.Announced(what)
	switch {
	case count > size*limit:
		in.Fail(tooMany(reason, count/size, limit))
	case count%size != 0:
		in.Fail(errors.New(what + ": one is not whole"))
	}
	return in.Room(what, count) / size
}

// readCheckpoints reads those of a shift that was played for so many steps: one
// every CheckpointEvery steps, and no other.
func readCheckpoints(b []byte, steps int) ([]Checkpoint, error) {
	in := tuple.NewReader(b)
	count := in.Count("checkpoints", steps/CheckpointEvery+1)
	checkpoints := make([]Checkpoint, count)
	for i := range checkpoints {
		in.Exactly("checkpoint", 2)
		checkpoints[i] = Checkpoint{
			Step:   int(in.Int("step", 0, math.MaxInt32)),
			Digest: Digest(in.Uint32("digest")),
		}
		if in.Err() == nil && checkpoints[i].Step != i*CheckpointEvery {
			in.Fail(errors.New("its step must be " + itoa(i*CheckpointEvery) + ", and is " + itoa(checkpoints[i].Step)))
		}
		if in.Err() != nil {
			return nil, refuse(BadCheckpoint, "number", itoa(i+1), "detail", in.Err().Error())
		}
	}
	if err := in.End(); err != nil {
		return nil, refuse(Malformed, "detail", err.Error())
	}
	return checkpoints, nil
}
