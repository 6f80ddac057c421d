// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"io"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// TestOutputThatFails checks that adopt fails if it can't print the report or a file, for example because the disk is full.
func TestOutputThatFails(t *testing.T) {
	p := newProject(t, pumpNodes())
	for _, flag := range []string{"-json", "-dry-run", "-only=node=*"} {
		_, out := io.Pipe()
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		args := []string{"-dry-run", "-dir", p.dir, flag}
		if status := commandline.Run(p.Context(), adopt.Command("test"), args, nil, out, &stderr); status != 1 {
			t.Errorf("%s: status %d: %s", flag, status, stderr.String())
		}
	}
}
