// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
)

// privateData is a resource's private state. It contains data that later Terraform runs need and that no attribute contains. If the
// provider is killed during an apply, this data is lost. For example, the provider then does not know whether a component was running
// before, so the next read warns about every component that is not running.
type privateData struct {
	deploymentFacts

	// isApplied is true after a create or update, and false after an import or a move. The first update after an import or a move must not
	// clear attributes that the configuration omits, because no earlier configuration has declared them.
	isApplied bool

	isImported bool                // the object has been imported and not read since then
	marks      map[string][]string // hashes of values that plans must not show, by attribute (marks.go)

	// hasOthers is true if the private state contains invalid values or unknown keys. Only the framework preserves them, so it must handle
	// the call.
	hasOthers bool
}

type deploymentFacts struct {
	Ran  bool `json:"ran"`            // the component was running when the provider last read or changed it
	Owed bool `json:"owed,omitempty"` // a start is pending: an update stopped the component and could not restart it

	Unstoppable bool `json:"unstoppable,omitempty"` // during the last update, the engine had no operation to stop components

	hasDeployment bool // the private state contains the fields above, under the key "deployment"
}

const (
	deploymentKey = "deployment"
	marksKey      = "elements"
	appliedKey    = "applied"
	importKey     = ".import_before_read" // the framework sets and removes this key itself
)

// isTrue represents true in the private state, for keys such as "applied". The framework accepts only JSON values.
const isTrue = "true"

type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// readPrivate decodes the private state that the framework passes to a resource. Unlike decodePrivate, it ignores unknown keys.
func readPrivate(ctx context.Context, state privateState) privateData {
	values := map[string][]byte{}
	for _, key := range []string{deploymentKey, marksKey, appliedKey} {
		values[key], _ = state.GetKey(ctx, key)
	}
	return privateOf(values)
}

// decodePrivate decodes the private state in a request from Terraform.
func decodePrivate(encoded []byte) privateData {
	var values map[string][]byte
	if len(encoded) > 0 && json.Unmarshal(encoded, &values) != nil {
		return privateData{hasOthers: true}
	}
	return privateOf(values)
}

func privateOf(values map[string][]byte) (p privateData) {
	p.hasDeployment = json.Unmarshal(values[deploymentKey], &p.deploymentFacts) == nil
	if !p.hasDeployment {
		p.deploymentFacts = deploymentFacts{}
	}
	p.isApplied, p.isImported = string(values[appliedKey]) == isTrue, string(values[importKey]) == isTrue
	if json.Unmarshal(values[marksKey], &p.marks) != nil {
		p.marks = nil
	}
	known := 0
	for _, ok := range []bool{p.hasDeployment, p.isApplied, p.isImported, p.marks != nil} {
		if ok {
			known++
		}
	}
	p.hasOthers = values != nil && (known == 0 || known < len(values))
	return p
}

// values returns the private state as JSON values by key. It leaves out importKey, which the framework sets on its own.
func (p privateData) values() map[string][]byte {
	values := map[string][]byte{}
	if p.hasDeployment {
		values[deploymentKey], _ = json.Marshal(p.deploymentFacts) // booleans can always be encoded
	}
	if p.marks != nil {
		values[marksKey], _ = json.Marshal(p.marks) // strings can always be encoded
	}
	if p.isApplied {
		values[appliedKey] = []byte(isTrue)
	}
	return values
}

func (p privateData) encode() []byte {
	values := p.values()
	if p.isImported {
		values[importKey] = []byte(isTrue)
	}
	if len(values) == 0 {
		return nil
	}
	encoded, _ := json.Marshal(values) // a map of bytes can always be encoded
	return encoded
}

func (p privateData) save(ctx context.Context, state privateState, diags *diag.Diagnostics) {
	for key, value := range p.values() {
		diags.Append(state.SetKey(ctx, key, value)...)
	}
}

// markApplied sets isApplied in an encoded private state. If the private state contains unknown keys, markApplied returns it unchanged.
func markApplied(encoded []byte) []byte {
	p := decodePrivate(encoded)
	if p.hasOthers {
		return encoded
	}
	p.isApplied = true
	return p.encode()
}

// stateVersion is the version of the resource schemas. Versions 0 and 1 have the same attributes. However, the private state of version 0
// lacks the key "applied", which distinguishes an apply from an import. For a state with version 0, the provider assumes that an apply
// wrote it.
const stateVersion = 1

// stateObjects records the objects whose states Terraform has passed to UpgradeResourceState in this process.
type stateObjects struct {
	hasOld  atomic.Bool // at least one state had version 0
	objects sync.Map    // maps "<kind>/<id>" to true if the object's state had version 0
}

func (o *stateObjects) add(d *definition, state tftypes.Value, isOld bool) {
	if isOld {
		o.hasOld.Store(true)
	}
	o.objects.Store(d.Name+"/"+tfvalue.String(state, "id"), isOld)
}

func (o *stateObjects) contains(d *definition, id string) bool {
	_, ok := o.objects.Load(d.Name + "/" + id)
	return ok
}

func (o *stateObjects) isOld(d *definition, state tftypes.Value) bool {
	if !o.hasOld.Load() {
		return false
	}
	isOld, _ := o.objects.Load(d.Name + "/" + tfvalue.String(state, "id"))
	return isOld == true
}

// after returns the private state, updated with doc, the engine's response to a read or write. Owed means that an earlier apply failed to
// start the component. If the component is running, after sets Owed to false. If doc has no deployment fields, the private state does not
// change.
func (p privateData) after(doc engine.Document) privateData {
	runs, known := deployment.IsRunning(doc)
	if !known {
		return p
	}
	p.Ran, p.Owed, p.hasDeployment = runs, p.Owed && !runs, true
	return p
}

// hidesOwedStart reports whether a start is pending (Owed) that plans can't show, because the state has no running attribute.
func (p privateData) hidesOwedStart(state tftypes.Value) bool {
	return p.Owed && !tfvalue.IsDeclared(tfvalue.Member(state, "running"))
}
