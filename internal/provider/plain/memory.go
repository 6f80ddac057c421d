// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// What the private state of a document keeps, as JSON.
const (
	// adoptedKey marks an object that was imported and not changed since: what its body has beyond the configuration was never
	// declared.
	adoptedKey = "adopted"
	// silentKey has the keys that the engine took and did not answer.
	silentKey = "silent"
)

// privateState is that of a request or an answer.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// isAdopted reports whether nobody declared what the state shows. That also holds if the private state was lost, which every create
// and every import writes.
func isAdopted(ctx context.Context, private privateState, diags *diag.Diagnostics) (adopted bool) {
	silent, problems := private.GetKey(ctx, silentKey)
	diags.Append(problems...)
	adopted = len(silent) == 0
	recall(ctx, private, adoptedKey, &adopted, diags)
	return adopted
}

func silentKeys(ctx context.Context, private privateState, diags *diag.Diagnostics) (keys []string) {
	recall(ctx, private, silentKey, &keys, diags)
	return keys
}

func recall(ctx context.Context, private privateState, key string, into any, diags *diag.Diagnostics) {
	text, problems := private.GetKey(ctx, key)
	diags.Append(problems...)
	if len(text) == 0 {
		return
	}
	if err := json.Unmarshal(text, into); err != nil {
		diags.AddError("Broken private state", "What the state keeps for the provider under "+key+" is not readable: "+err.Error())
	}
}

func note(ctx context.Context, private privateState, key string, value any, diags *diag.Diagnostics) {
	text, err := json.Marshal(value)
	if err != nil {
		diags.AddError("Broken private state", err.Error())
		return
	}
	diags.Append(private.SetKey(ctx, key, text)...)
}
