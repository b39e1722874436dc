package scenario

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"github.com/tinylib/msgp/msgp"

	"oncall/internal/scenario/tuple"
	"oncall/internal/service"
	"oncall/internal/slo"
)

// Limits of a packed set.
const (
	PackBytesMax = 64 << 10
	PackMax      = 64
)

// Hash returns the CRC-32 (IEEE) of the scenario's model fields in canonical
// MessagePack: two scenarios with the same hash and model play alike. Texts and
// score are not in it.
func (s *Scenario) Hash() uint32 { return crc32.ChecksumIEEE(s.canonical()) }

// canonical returns the tuple (world, constants, surge or nil, deploys, flushes,
// alert rules, steps), and behind these the traffic curve where there is one.
// Every constant is a 64-bit float, in the order of service.Fields.
func (s *Scenario) canonical() []byte {
	if s.CDN != nil {
		return s.canonicalCDN()
	}
	p := &s.Service
	b := make([]byte, 0, 1024)
	b = msgp.AppendArrayHeader(b, fieldsWith(canonicalFields, p.Curve))
	b = msgp.AppendString(b, s.World)
	b = appendConstants(b, p, false)
	if p.HasSurge {
		b = appendConstants(b, p, true)
	} else {
		b = msgp.AppendNil(b)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(p.Deploys)))
	for _, d := range p.Deploys {
		b = msgp.AppendArrayHeader(b, 2)
		b = msgp.AppendInt(b, d.Minute)
		b = msgp.AppendInt(b, d.RolloutMinutes)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(p.Flushes)))
	for _, minute := range p.Flushes {
		b = msgp.AppendInt(b, minute)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(p.Rules)))
	for _, r := range p.Rules {
		b = msgp.AppendArrayHeader(b, 4)
		b = msgp.AppendInt(b, int(r.Severity))
		b = msgp.AppendFloat64(b, r.Burn)
		b = msgp.AppendInt(b, r.LongMinutes)
		b = msgp.AppendInt(b, r.ShortMinutes)
	}
	b = msgp.AppendInt(b, s.Steps())
	return appendCanonicalCurve(b, p.Curve)
}

// appendConstants appends the values of the table's fields, those of the surge
// or all the others.
func appendConstants(b []byte, p *service.Params, surge bool) []byte {
	count := uint32(0)
	for _, f := range service.Fields() {
		if f.Surge == surge {
			count++
		}
	}
	b = msgp.AppendArrayHeader(b, count)
	for _, f := range service.Fields() {
		if f.Surge == surge {
			b = msgp.AppendFloat64(b, *f.At(p)+0) // + 0 makes -0 the same as 0
		}
	}
	return b
}

// The numbers of elements of the canonical form and of a body, without a curve.
const (
	canonicalFields = 7
	bodyFields      = 7
)

// AppendBody appends the scenario without its ids and briefing: the form in
// which a record carries a custom one. It is the tuple (fields that differ from
// the design's defaults as index, value, ...; surge or not; deploys as minute,
// rollout, ...; flushes; nil or alert rules as severity, burn, long, short, ...;
// score; title), and behind these the traffic curve where there is one. That of
// the CDN world is appendBodyCDN's.
func (s *Scenario) AppendBody(b []byte) []byte {
	if s.CDN != nil {
		return s.appendBodyCDN(b)
	}
	p := &s.Service
	b = msgp.AppendArrayHeader(b, fieldsWith(bodyFields, p.Curve))
	b = appendDifferences(b, p)
	b = msgp.AppendBool(b, p.HasSurge)
	b = msgp.AppendArrayHeader(b, uint32(2*len(p.Deploys)))
	for _, d := range p.Deploys {
		b = msgp.AppendInt(b, d.Minute)
		b = msgp.AppendInt(b, d.RolloutMinutes)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(p.Flushes)))
	for _, minute := range p.Flushes {
		b = msgp.AppendInt(b, minute)
	}
	if slices.Equal(p.Rules, slo.WorkbookRules()) {
		b = msgp.AppendNil(b)
	} else {
		b = msgp.AppendArrayHeader(b, uint32(4*len(p.Rules)))
		for _, r := range p.Rules {
			b = msgp.AppendInt(b, int(r.Severity))
			b = tuple.AppendNumber(b, r.Burn)
			b = msgp.AppendInt(b, r.LongMinutes)
			b = msgp.AppendInt(b, r.ShortMinutes)
		}
	}
	b = msgp.AppendArrayHeader(b, 3)
	b = tuple.AppendNumber(b, s.Score.Allowance)
	b = tuple.AppendNumber(b, s.Score.ParDollars)
	b = tuple.AppendNumber(b, s.Score.P99TargetSeconds)
	b = msgp.AppendString(b, s.Title)
	return appendCurve(b, p.Curve)
}

func appendDifferences(b []byte, p *service.Params) []byte {
	var flat []byte
	count := uint32(0)
	for i, f := range service.Fields() {
		if v := *f.At(p); v != f.Default && (p.HasSurge || !f.Surge) {
			flat = msgp.AppendInt(flat, i)
			flat = tuple.AppendNumber(flat, v)
			count += 2
		}
	}
	return append(msgp.AppendArrayHeader(b, count), flat...)
}

// ReadBody reads what AppendBody wrote and checks it. The scenario has no id.
func ReadBody(worldID string, r *tuple.Reader) (*Scenario, error) {
	switch {
	case ModelOf(worldID) == 0:
		return nil, fmt.Errorf("unknown world %q", worldID)
	case worldID == WorldCDN:
		return readBodyCDN(r)
	}
	s := New("")
	p := &s.Service
	count := r.Announced("scenario")
	if r.Err() == nil && count != bodyFields && count != bodyFields+1 {
		r.Fail(fmt.Errorf("scenario: %d elements instead of %d, or %d with a curve", count, bodyFields, bodyFields+1))
	}
	readDifferences(p, r)
	p.HasSurge = r.Bool("surge")
	if count := r.Count("deploys", 2*service.EventsMax); count%2 != 0 {
		r.Fail(errors.New("deploys: a minute without its rollout"))
	} else {
		for range count / 2 {
			d := service.Deploy{Minute: readMinute(r, "deploy"), RolloutMinutes: readMinute(r, "rollout")}
			p.Deploys = append(p.Deploys, d)
		}
	}
	for range r.Count("flushes", service.EventsMax) {
		p.Flushes = append(p.Flushes, readMinute(r, "flush"))
	}
	if !r.Nil() {
		p.Rules = readRules(r)
	}
	r.Exactly("score", 3)
	s.Score.Allowance = r.Number("allowance")
	s.Score.ParDollars = r.Number("par_dollars")
	s.Score.P99TargetSeconds = r.Number("p99_target_seconds")
	s.Title = r.Text("title", TitleMax)
	if count > bodyFields {
		p.Curve = readCurve(r)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return s, s.Check()
}

func readDifferences(p *service.Params, r *tuple.Reader) {
	fields := service.Fields()
	count := r.Count("constants", 2*len(fields))
	if count%2 != 0 {
		r.Fail(errors.New("constants: an index without its value"))
		return
	}
	next := int64(0)
	for range count / 2 {
		i := r.Int("constant", next, int64(len(fields)-1))
		v := r.Number(fields[i].ID)
		*fields[i].At(p) = v
		next = i + 1
	}
}

func readMinute(r *tuple.Reader, what string) int {
	return int(r.Int(what, 1, service.MinutesMax))
}

func readRules(r *tuple.Reader) []slo.Rule {
	count := r.Count("alert rules", 4*slo.RulesMax)
	if count%4 != 0 {
		r.Fail(errors.New("alert rules: one is not whole"))
		return nil
	}
	rules := make([]slo.Rule, 0, count/4)
	for range count / 4 {
		rules = append(rules, slo.Rule{
			Severity:     slo.Severity(r.Int("severity", 0, math.MaxUint8)),
			Burn:         r.Number("burn"),
			LongMinutes:  int(r.Int("long_minutes", 1, slo.WindowMinutesMax)),
			ShortMinutes: int(r.Int("short_minutes", 1, slo.WindowMinutesMax)),
		})
	}
	return rules
}

// Pack returns a set of scenarios in the form in which the page loads them: an
// array of tuples (id, world, briefing, body). Each must pass Check and have an
// id of its own.
func Pack(set []*Scenario) ([]byte, error) {
	if len(set) > PackMax {
		return nil, fmt.Errorf("packing %d scenarios: at most %d are allowed", len(set), PackMax)
	}
	b := msgp.AppendArrayHeader(nil, uint32(len(set)))
	for i, s := range set {
		if err := checkMember(set[:i], s); err != nil {
			return nil, fmt.Errorf("packing %q: %w", s.ID, err)
		}
		b = msgp.AppendArrayHeader(b, 4)
		b = msgp.AppendString(b, s.ID)
		b = msgp.AppendString(b, s.World)
		b = msgp.AppendString(b, s.Briefing)
		b = s.AppendBody(b)
	}
	if len(b) > PackBytesMax {
		return nil, fmt.Errorf("packing scenarios: %d bytes, and at most %d are allowed", len(b), PackBytesMax)
	}
	return b, nil
}

// Unpack reads and checks what Pack wrote.
func Unpack(packed []byte) ([]*Scenario, error) {
	if len(packed) > PackBytesMax {
		return nil, fmt.Errorf("unpacking scenarios: %d bytes, and at most %d are allowed", len(packed), PackBytesMax)
	}
	r := tuple.NewReader(packed)
	set := make([]*Scenario, 0, r.Count("scenarios", PackMax))
	for range cap(set) {
		r.Exactly("scenario", 4)
		id, worldID, briefing := r.Text("id", IDMax), r.Text("world", IDMax), r.Text("briefing", BriefingMax)
		if err := r.Err(); err != nil {
			return nil, fmt.Errorf("unpacking scenarios: %w", err)
		}
		s, err := ReadBody(worldID, r)
		if err != nil {
			return nil, fmt.Errorf("unpacking %q: %w", id, err)
		}
		s.ID, s.Briefing = id, briefing
		if err := checkMember(set, s); err != nil {
			return nil, fmt.Errorf("unpacking %q: %w", id, err)
		}
		set = append(set, s)
	}
	if err := r.End(); err != nil {
		return nil, fmt.Errorf("unpacking scenarios: %w", err)
	}
	return set, nil
}

// checkMember checks a scenario that is to stand in a set behind others.
func checkMember(before []*Scenario, s *Scenario) error {
	if s.ID == "" {
		return errors.New("it has no id")
	}
	if slices.ContainsFunc(before, func(o *Scenario) bool { return o.ID == s.ID }) {
		return errors.New("the id is there twice")
	}
	return s.Check()
}
