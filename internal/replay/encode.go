package replay

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"

	"github.com/tinylib/msgp/msgp"
)

// The bytes before and behind the tuple.
const (
	lengthBytes = 4
	crcBytes    = 4
)

// The elements of the tuple of format 1: the last one is a custom scenario, and
// stands there only where the record carries one.
const (
	fields       = 11
	fieldsCustom = 12
)

// Encode returns the record's bytes: the length of what follows (4 bytes, most
// significant first), the tuple in MessagePack, and the CRC-32 (IEEE) of all
// before in the same order of bytes. A record that Decode would refuse is
// refused here, with the same Refusal.
func (r *Record) Encode() ([]byte, error) {
	b := make([]byte, lengthBytes, 256)
	b, err := r.appendTuple(b)
	if err != nil {
		return nil, err
	}
	binary.BigEndian.PutUint32(b, uint32(len(b)-lengthBytes+crcBytes))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	if _, err := decode(b, FileBytesMax); err != nil {
		return nil, err
	}
	return b, nil
}

func (r *Record) appendTuple(b []byte) ([]byte, error) {
	sh, refusal := shapeOf(r.World)
	if refusal != nil {
		return nil, refusal
	}
	if err := r.checkOrder(); err != nil {
		return nil, err
	}
	if r.Custom == nil {
		b = msgp.AppendArrayHeader(b, fields)
	} else {
		b = msgp.AppendArrayHeader(b, fieldsCustom)
	}
	b = msgp.AppendInt(b, r.Format)
	b = msgp.AppendInt(b, r.Model)
	b = msgp.AppendString(b, r.World)
	b = msgp.AppendString(b, r.Scenario)
	b = msgp.AppendUint32(b, r.ScenarioHash)
	b = msgp.AppendUint32(b, r.Seed)
	b = r.appendOpening(b, sh)
	b = r.appendActions(b, sh)
	b = msgp.AppendArrayHeader(b, uint32(len(r.Notes)))
	for _, n := range r.Notes {
		b = msgp.AppendArrayHeader(b, 2)
		b = msgp.AppendInt(b, n.Step)
		b = msgp.AppendString(b, n.Text)
	}
	b = msgp.AppendInt(b, r.Steps)
	b = msgp.AppendUint32(b, uint32(r.Digest))
	if r.Custom != nil {
		b = r.Custom.AppendBody(b)
	}
	return b, nil
}

func (r *Record) appendOpening(b []byte, sh shape) []byte {
	b = msgp.AppendArrayHeader(b, uint32(len(r.Opening)*sh.settingFields()))
	for _, s := range r.Opening {
		b = sh.appendSetting(b, s.Control, s.Target, s.Value)
	}
	return b
}

func (r *Record) appendActions(b []byte, sh shape) []byte {
	b = msgp.AppendArrayHeader(b, uint32(len(r.Actions)*(1+sh.settingFields())))
	last := 0
	for _, a := range r.Actions {
		b = msgp.AppendInt(b, a.Step-last)
		b = sh.appendSetting(b, a.Control, a.Target, a.Value)
		last = a.Step
	}
	return b
}

// settingFields returns how many numbers say what is set to what.
func (sh shape) settingFields() int {
	if sh.targets {
		return 3
	}
	return 2
}

func (sh shape) appendSetting(b []byte, control, target, value int) []byte {
	b = msgp.AppendInt(b, control)
	if sh.targets {
		b = msgp.AppendInt(b, target)
	}
	return msgp.AppendInt(b, value)
}

// Fragment returns the record as it stands behind "r=" in a link's fragment:
// base64url without padding.
func (r *Record) Fragment() (string, error) {
	b, err := r.Encode()
	if err != nil {
		return "", err
	}
	if len(b) > LinkBytesMax {
		return "", refuse(TooLong, "bytes", itoa(len(b)), "limit", itoa(LinkBytesMax))
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// EncodeFile returns the bytes of a record file: those of the record, and an
// array of the tuples (step, digest so far) of the checkpoints.
func (r *Record) EncodeFile(checkpoints []Checkpoint) ([]byte, error) {
	b, err := r.Encode()
	if err != nil {
		return nil, err
	}
	b = msgp.AppendArrayHeader(b, uint32(len(checkpoints)))
	for _, c := range checkpoints {
		b = msgp.AppendArrayHeader(b, 2)
		b = msgp.AppendInt(b, c.Step)
		b = msgp.AppendUint32(b, uint32(c.Digest))
	}
	if _, _, err := DecodeFile(b); err != nil {
		return nil, err
	}
	return b, nil
}
