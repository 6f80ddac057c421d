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

// memory is what the private state of a resource holds. Unlike an attribute, the private state keeps facts that the configuration does
// not declare from one run to the next. Terraform saves it only with a response. If the provider is killed during an apply, the memory
// is lost, and the next read warns of that.
type memory struct {
	Ran  bool `json:"ran"`            // the object ran when the provider last saw it
	Owed bool `json:"owed,omitempty"` // an update stopped the object and could not start it again

	Unstoppable bool `json:"unstoppable,omitempty"` // at the last update, the engine had no operation to stop such objects

	hasDeployment bool // the private state has the three fields above

	// isApplied is true if a create or an update of this provider made the state. Otherwise an import or a move made it: nobody has
	// declared the attributes that the state shows, and an update clears none of them.
	isApplied bool

	isImported bool   // no read has followed the import yet
	marksJSON  string // the marks of marks.go as JSON, "" if there are none
}

// Keys of the private state.
const (
	deploymentKey = "deployment"
	marksKey      = "elements"
	appliedKey    = "applied"
	importKey     = ".import_before_read" // the framework sets and removes this key itself
)

// isTrue is the value of the keys that are only set or not. Values have to be JSON.
const isTrue = "true"

// privateState is the part of the framework's type for private state that requests and responses have in common.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// recall returns the memory of a request of the framework.
func recall(ctx context.Context, private privateState) memory {
	values := map[string][]byte{}
	for _, key := range []string{deploymentKey, marksKey, appliedKey} {
		values[key], _ = private.GetKey(ctx, key)
	}
	encoded, _ := json.Marshal(values) // a map of bytes can always be encoded
	m, _ := decodePrivate(encoded)
	return m
}

// decodePrivate returns the memory of private state as Terraform sends it. Values that can't be read count as missing. isComplete
// reports whether the memory has all of the private state: there are no other keys and no values that can't be read.
func decodePrivate(private []byte) (m memory, isComplete bool) {
	if len(private) == 0 {
		return memory{}, true
	}
	var values map[string][]byte
	if json.Unmarshal(private, &values) != nil {
		return memory{}, false
	}
	m.hasDeployment = json.Unmarshal(values[deploymentKey], &m) == nil
	if !m.hasDeployment {
		m = memory{}
	}
	m.isApplied, m.isImported = string(values[appliedKey]) == isTrue, string(values[importKey]) == isTrue
	if m.marksJSON = string(values[marksKey]); m.marks() == nil {
		m.marksJSON = ""
	}
	known := 0
	for _, ok := range []bool{m.hasDeployment, m.isApplied, m.isImported, m.marksJSON != ""} {
		if ok {
			known++
		}
	}
	return m, known > 0 && known == len(values)
}

// values returns the provider's keys of the private state with their values.
func (m memory) values() map[string][]byte {
	values := map[string][]byte{}
	if m.hasDeployment {
		values[deploymentKey], _ = json.Marshal(m) // booleans can always be encoded
	}
	if m.marksJSON != "" {
		values[marksKey] = []byte(m.marksJSON)
	}
	if m.isApplied {
		values[appliedKey] = []byte(isTrue)
	}
	return values
}

// encode returns the private state as Terraform gets it, or nil for an empty memory.
func (m memory) encode() []byte {
	values := m.values()
	if m.isImported {
		values[importKey] = []byte(isTrue)
	}
	if len(values) == 0 {
		return nil
	}
	private, _ := json.Marshal(values) // a map of bytes can always be encoded
	return private
}

// keep writes the memory to a response of the framework.
func (m memory) keep(ctx context.Context, private privateState, diags *diag.Diagnostics) {
	for key, value := range m.values() {
		diags.Append(private.SetKey(ctx, key, value)...)
	}
}

// markApplied returns the private state of a resource with the mark that an apply made its state. Private state with unknown keys stays as
// it is.
func markApplied(private []byte) []byte {
	m, isComplete := decodePrivate(private)
	if !isComplete {
		return private
	}
	m.isApplied = true
	return m.encode()
}

// stateVersion is the version of the resources' schemas. States of version 0 have the same form, but are older than the mark of an
// apply in the private state. The provider treats them as made by an apply.
const stateVersion = 1

// upgradedStates remembers the objects whose states this run has upgraded from version 0.
type upgradedStates struct {
	any     atomic.Bool
	objects sync.Map // by kind and id
}

func (u *upgradedStates) add(d *definition, state tftypes.Value) {
	u.any.Store(true)
	u.objects.Store(d.Name+"/"+tfvalue.Text(state, "id"), true)
}

func (u *upgradedStates) has(d *definition, state tftypes.Value) bool {
	if !u.any.Load() {
		return false
	}
	_, ok := u.objects.Load(d.Name + "/" + tfvalue.Text(state, "id"))
	return ok
}

// after returns the memory after a read or write that returned the document. Owed stays true until the object is meant to run.
func (m memory) after(doc engine.Document) memory {
	runs, known := deployment.IsRunning(doc)
	if !known {
		return m
	}
	m.Ran, m.Owed, m.hasDeployment = runs, m.Owed && !runs, true
	return m
}

// hidesOwedStart reports whether an earlier update could not start the object again and the state does not show that it is stopped.
func (m memory) hidesOwedStart(state tftypes.Value) bool {
	return m.Owed && !tfvalue.IsDeclared(tfvalue.Member(state, "running"))
}
