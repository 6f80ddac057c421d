// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
)

// memory is what the private state says of an object: whether an apply made its state, its deployment, and what the engine keeps by
// itself. It outlives the run, as no attribute does that the configuration does not declare. Terraform keeps the private state of an
// answer alone: when the provider is killed in the middle of an apply, the memory is lost, and the next read says that it is.
type memory struct {
	Ran  bool `json:"ran"`            // the object ran when it was last seen
	Owed bool `json:"owed,omitempty"` // an update stopped the object and could not start it again

	Unstoppable bool `json:"unstoppable,omitempty"` // the last update found that the engine can't stop such objects

	// isApplied says that a create or an update of this provider made the state. Without that the state shows what an import or a
	// move found: nobody declared it, and an update clears nothing of it.
	isApplied bool

	isKept bool   // there is a memory of the deployment
	own    string // the marks of what is the engine's own, by attribute: JSON text, "" without a memory of it
}

// The keys of the private state under which the memory is kept.
const (
	memoryKey   = "deployment"
	elementsKey = "elements"
	appliedKey  = "applied"
)

// isTrue is a mark of the private state, which is JSON.
const isTrue = "true"

// privateState is the framework's: something of it that answers and requests have.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// recall reads the memory from the private state of a request. One that can't be read is none.
func recall(ctx context.Context, private privateState) memory {
	value, _ := private.GetKey(ctx, memoryKey)
	own, _ := private.GetKey(ctx, elementsKey)
	applied, _ := private.GetKey(ctx, appliedKey)
	return decodeMemory(value, own, applied)
}

// keep writes the memory into the private state of an answer.
func (m memory) keep(ctx context.Context, private privateState, diags *diag.Diagnostics) {
	if m.isKept {
		diags.Append(private.SetKey(ctx, memoryKey, m.encode())...)
	}
	if m.own != "" {
		diags.Append(private.SetKey(ctx, elementsKey, []byte(m.own))...)
	}
	if m.isApplied {
		diags.Append(private.SetKey(ctx, appliedKey, []byte(isTrue))...)
	}
}

func (m memory) encode() []byte {
	value, err := json.Marshal(m)
	if err != nil {
		return nil // two booleans can be encoded
	}
	return value
}

func decodeMemory(value, own, applied []byte) memory {
	m := memory{isKept: true}
	if len(value) == 0 || json.Unmarshal(value, &m) != nil {
		m = memory{}
	}
	m.isApplied = string(applied) == isTrue
	if m.own = string(own); m.elements() == nil {
		m.own = ""
	}
	return m
}

// elements are the marks of the engine's own elements, by attribute.
func (m memory) elements() map[string][]string {
	var marks map[string][]string
	if m.own == "" || json.Unmarshal([]byte(m.own), &marks) != nil {
		return nil
	}
	return marks
}

// withElements is the memory with other elements of the engine's own.
func (m memory) withElements(marks map[string][]string) memory {
	if len(marks) == 0 && m.own == "" {
		return m
	}
	if own, err := json.Marshal(marks); err == nil {
		m.own = string(own) // Names and marks can be encoded.
	}
	return m
}

// recallBytes is recall for private state as it crosses the protocol. It is false when there is more in it, or something
// else, than the framework would write for the memory alone.
func recallBytes(private []byte) (m memory, alone bool) {
	if len(private) == 0 {
		return memory{}, true
	}
	var values map[string][]byte
	if json.Unmarshal(private, &values) != nil {
		return memory{}, false
	}
	m = decodeMemory(values[memoryKey], values[elementsKey], values[appliedKey])
	return m, bytes.Equal(m.private(), private)
}

// private is the private state as it crosses the protocol, nil without a memory.
func (m memory) private() []byte { return m.privateWith(map[string][]byte{}) }

// withImportMark is the private state of an import as it crosses the protocol.
func (m memory) withImportMark() []byte {
	return m.privateWith(map[string][]byte{importMark: []byte(isTrue)})
}

func (m memory) privateWith(values map[string][]byte) []byte {
	if m.isKept {
		values[memoryKey] = m.encode()
	}
	if m.own != "" {
		values[elementsKey] = []byte(m.own)
	}
	if m.isApplied {
		values[appliedKey] = []byte(isTrue)
	}
	if len(values) == 0 {
		return nil
	}
	private, err := json.Marshal(values)
	if err != nil {
		return nil
	}
	return private
}

// importMark is the key of the private state under which the framework keeps until the next read that an object was imported.
const importMark = ".import_before_read"

// withoutImportMark is private state after that read.
func withoutImportMark(private []byte) []byte {
	var values map[string]json.RawMessage
	if !bytes.Contains(private, []byte(importMark)) || json.Unmarshal(private, &values) != nil {
		return private
	}
	delete(values, importMark)
	if len(values) == 0 {
		return nil
	}
	rest, err := json.Marshal(values)
	if err != nil {
		return private
	}
	return rest
}

// after is the memory after the engine showed a document. A start is owed until the object is meant to run.
func (m memory) after(doc engine.Document) memory {
	runs, known := deployment.IsRunning(doc)
	if !known {
		return m
	}
	m.Ran, m.Owed, m.isKept = runs, m.Owed && !runs, true
	return m
}

// hasNoNews tells whether a read has nothing to add to the memory, and nothing to show for it.
func (m memory) hasNoNews(doc engine.Document, state tftypes.Value) bool {
	return m == m.after(doc) && !m.isShownBy(state)
}

// isShownBy tells whether a state has to show that a start is owed: no attribute of it says that the object is stopped.
func (m memory) isShownBy(state tftypes.Value) bool {
	return m.Owed && !tfvalue.IsDeclared(tfvalue.Member(state, "running"))
}

// withRunning is a view that says whether its object runs.
func withRunning(view tftypes.Value, running bool) tftypes.Value {
	return tfvalue.WithMember(view, "running", tftypes.NewValue(tftypes.Bool, running))
}

// recollect compares what a read finds with the memory. It shows a start that is owed as an object that does not run, so
// that there is something to plan, and warns of an object that does not run any more.
func (d *definition) recollect(m memory, doc engine.Document, view tftypes.Value, diags *diag.Diagnostics) (memory, tftypes.Value) {
	after := m.after(doc)
	isDeclared := tfvalue.IsDeclared(tfvalue.Member(view, "running"))
	switch {
	case after.isShownBy(view):
		view = withRunning(view, false)
	case isDeclared || after.Ran || !after.isKept || after.Owed:
	case m.Ran:
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" does not run any more", fmt.Sprintf(
			"The %s ran when Terraform last saw it; its deployment status is %q now. Whether it runs is not declared, so nothing will be done about it. "+
				"Start it in the engine, or declare running = true.", d.called(view), deployment.Status(doc)))
	case !m.isKept:
		diags.AddAttributeWarning(path.Root("running"), "The "+d.Name+" does not run", fmt.Sprintf(
			"The %s does not run; its deployment status is %q. Nothing is known of whether it ran before: an apply may have been killed while it was stopped for an update. "+
				"If it is to run, start it in the engine, or declare running = true.", d.called(view), deployment.Status(doc)))
	}
	return after, view
}

// noteElements remembers the elements that an engine has in an array although it was sent without them: they are its own, or it does
// not let go of them. As long as they say the same they are no drift, which would come back after every update. It is told once.
// An element that was not yet among others when an update was made, by its key and its id, may be somebody's who wrote since: it is
// drift until the next update has sent the array without it.
func (d *definition) noteElements(diags *diag.Diagnostics, doc engine.Document, c change) {
	known, noted := c.memory.elements(), map[string][]string{}
	for name, marks := range known {
		if _, sent := c.sent[name]; !sent {
			noted[name] = marks // the array was left alone, and whatever else is new in it is somebody's
		}
	}
	surplus := d.shape.UndeclaredElements(doc, c.planned)
	for _, name := range slices.Sorted(maps.Keys(surplus)) {
		if _, sent := c.sent[name]; !sent {
			continue
		}
		var fresh []string
		before := d.elementsBefore(c, name)
		for _, mark := range slices.Sorted(maps.Keys(surplus[name])) {
			element := surplus[name][mark]
			switch {
			case slices.Contains(known[name], mark):
			case len(before) == 0 || slices.Contains(before, element.Label) && !isNew(element.ID, c.seen[name], doc[name]):
				fresh = append(fresh, element.Label)
			default:
				continue
			}
			noted[name] = append(noted[name], mark)
		}
		if slices.Sort(fresh); len(fresh) > 0 {
			diags.AddAttributeWarning(path.Root(name), "The engine keeps elements that are not declared", fmt.Sprintf(
				"%s was sent without %s, and the engine has them all the same. They are left alone from now on, and plans do not show them as long as they stay as they are. "+
					"Declare them to manage them. To be rid of them, remove them in the engine, or take %[1]s out of the configuration, apply, and declare it again.",
				name, strings.Join(fresh, ", ")))
		}
	}
	*c.memory = c.memory.withElements(noted)
}

// elementsBefore is what people call the elements of an array that an update saw.
func (d *definition) elementsBefore(c change, name string) []string {
	empty := tftypes.NewValue(tfvalue.Member(c.planned, name).Type(), []tftypes.Value{})
	surplus := d.shape.UndeclaredElements(c.seen, tfvalue.WithMember(c.planned, name, empty))
	var called []string
	for _, element := range surplus[name] {
		called = append(called, element.Label)
	}
	return called
}

// isNew tells whether the element of an id came into an array after an update saw it, though another of its key was there: somebody took
// the place of what the update removed. An engine that gives all elements new ids does not tell.
func isNew(id, before, after any) bool {
	olds := idsIn(before)
	stayed := slices.ContainsFunc(idsIn(after), func(id string) bool { return slices.Contains(olds, id) })
	return id != nil && stayed && !slices.Contains(olds, fmt.Sprint(id))
}

// idsIn are the ids of an array's elements, as texts.
func idsIn(array any) []string {
	var ids []string
	elements, _ := array.([]any)
	for _, element := range elements {
		if object, _ := element.(map[string]any); object["id"] != nil {
			ids = append(ids, fmt.Sprint(object["id"]))
		}
	}
	return ids
}

// called names the object of a view in a sentence.
func (d *definition) called(view tftypes.Value) string {
	return fmt.Sprintf("%s %q (%s)", d.Name, tfvalue.Text(view, "name"), tfvalue.Text(view, "id"))
}

// owedStart says in a plan that the apply starts an object. It changes nothing of the plan: that the object does not run
// is in the state.
type owedStart struct{}

// Description implements planmodifier.Describer.
func (owedStart) Description(context.Context) string { return "says that a start is owed" }

// MarkdownDescription implements planmodifier.Describer.
func (o owedStart) MarkdownDescription(ctx context.Context) string { return o.Description(ctx) }

// PlanModifyBool implements planmodifier.Bool.
func (owedStart) PlanModifyBool(ctx context.Context, req planmodifier.BoolRequest, resp *planmodifier.BoolResponse) {
	if req.Private == nil || req.State.Raw.IsNull() || !req.ConfigValue.IsNull() || !recall(ctx, req.Private).Owed {
		return
	}
	resp.Diagnostics.AddAttributeWarning(req.Path, "A start is owed",
		"An earlier update stopped this component and could not start it again. The apply starts it. Declare running = false to leave it stopped.")
}
