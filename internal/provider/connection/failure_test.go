// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package connection_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// TestLostCreate checks the error for a create whose response is lost. The error must list the objects that the create may have made.
func TestLostCreate(t *testing.T) {
	t.Parallel()
	candidates := []lost.Candidate{{ID: "a1", IsNew: true}, {ID: "a2", IsNew: true}}
	for count, want := range map[int][]string{
		1: {"the engine has 1 object that may be it;", "The engine has 1 alert of this name, which the request may have created:\n\n  a1: has all"},
		2: {"the engine has 2 objects that may be it;", "The engine has 2 alerts of this name, which the request may have created:\n\n  a1: has all"},
	} {
		err := &engine.UnknownOutcomeError{Kind: "alert", Name: "hot", Cause: errors.New("EOF"), Candidates: candidates[:count]}
		var diags diag.Diagnostics
		connection.Fail(&diags, "alert", "alerts", "create", err, nil)
		text := diags[0].Detail()
		for _, part := range append(want, "import it under the address of this resource:\n\n  terraform import 'ADDRESS' 'a1'") {
			if !strings.Contains(text, part) {
				t.Errorf("with %d candidates, the error lacks %q: %s", count, part, text)
			}
		}
	}
}
