// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"testing"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
)

// TestPanicOfAFunction checks that a panic in a function becomes an error in the response, and does not crash the provider.
func TestPanicOfAFunction(t *testing.T) {
	t.Parallel()
	broken := Function{Name: "broken", run: func(context.Context, tffunction.ArgumentsData) (any, *tffunction.FuncError) { panic("oh") }}
	var response tffunction.RunResponse
	broken.Run(t.Context(), tffunction.RunRequest{}, &response)
	if response.Error == nil || response.Error.Text != "broken failed with oh, which is a bug in the provider" {
		t.Errorf("got %v", response.Error)
	}
}
