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

// memory is the private state of a resource. It has facts that no attribute shows but that the next run needs, such as whether a component
// ran. If the provider is killed during an apply, these facts are lost, and the next read warns if the component is stopped.
type memory struct {
	Ran  bool `json:"ran"`            // the object ran when the provider last saw it
	Owed bool `json:"owed,omitempty"` // an update stopped the object and could not start it again

	Unstoppable bool `json:"unstoppable,omitempty"` // at the last update, the engine had no operation to stop such objects

	hasDeployment bool // the private state has the key "deployment" with the fields above

	// isApplied is true after a create or an update, and false after an import or a moved block. If it is false, nobody has declared the
	// attributes in the state, so the first update must not clear attributes that the configuration omits.
	isApplied bool

	isImported bool   // the object was imported and has not been read since
	marksJSON  string // values that no plan shows (marks.go) as JSON, or ""
}

const (
	deploymentKey = "deployment"
	marksKey      = "elements"
	appliedKey    = "applied"
	importKey     = ".import_before_read" // the framework sets and removes this key itself
)

// isTrue is the value of keys such as "applied", which are either true or missing. Terraform requires JSON values.
const isTrue = "true"

type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func recall(ctx context.Context, private privateState) memory {
	values := map[string][]byte{}
	for _, key := range []string{deploymentKey, marksKey, appliedKey} {
		values[key], _ = private.GetKey(ctx, key)
	}
	encoded, _ := json.Marshal(values) // a map of bytes can always be encoded
	m, _ := decodePrivate(encoded)
	return m
}

// decodePrivate decodes private state. A value that can't be decoded counts as missing. isComplete is false if there is such a value, or a
// key that this provider does not know.
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

// values returns the private state as JSON values by key, without the key that only the framework sets.
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

func (m memory) keep(ctx context.Context, private privateState, diags *diag.Diagnostics) {
	for key, value := range m.values() {
		diags.Append(private.SetKey(ctx, key, value)...)
	}
}

// markApplied records in private, the encoded private state, that this provider wrote the state in an apply. It returns private unchanged
// if private has keys that this version of the provider does not know.
func markApplied(private []byte) []byte {
	m, isComplete := decodePrivate(private)
	if !isComplete {
		return private
	}
	m.isApplied = true
	return m.encode()
}

// stateVersion is the version of the resource schemas. Versions 0 and 1 have the same attributes, but the private state of version 0 has no
// key "applied". The provider assumes that a create or update, not an import, wrote each state of version 0.
const stateVersion = 1

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

// after returns the private state to store after a read or write that returned doc. If the object runs, Owed becomes false, because the
// next apply has no failed start to repeat.
func (m memory) after(doc engine.Document) memory {
	runs, known := deployment.IsRunning(doc)
	if !known {
		return m
	}
	m.Ran, m.Owed, m.hasDeployment = runs, m.Owed && !runs, true
	return m
}

// hidesOwedStart reports whether an update stopped the object, could not start it again, and the state lacks running = false. Without that
// value, the next plan would not start the object.
func (m memory) hidesOwedStart(state tftypes.Value) bool {
	return m.Owed && !tfvalue.IsDeclared(tfvalue.Member(state, "running"))
}
