// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package law

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// TestOddDocumentsAreAdopted checks that the plan is empty after importing the unusual documents in testdata/odd.txtar. Each document's
// name contains the number of warnings that the import must report.
func TestOddDocumentsAreAdopted(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/odd.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) == 0 {
		t.Fatal("testdata/odd.txtar has no documents")
	}
	a := startAdopter(t, provider.NewComparedServer("test", providertest.Difference))
	for _, file := range archive.Files {
		t.Run(file.Name, func(t *testing.T) {
			kind, rest, _ := strings.Cut(file.Name, ", ")
			var warnings int
			if _, err := fmt.Sscanf(rest, "%d warnings", &warnings); err != nil {
				t.Fatal(err)
			}
			var doc map[string]any
			if err := document.DecodeInto(file.Data, &doc); err != nil {
				t.Fatal(err)
			}
			a.put(t, kind, doc)
			a.isAdopted(t, kind)
			if warned := a.warnings(t, kind); len(warned) != warnings {
				t.Errorf("%d warnings, want %d: %q", len(warned), warnings, warned)
			}
		})
	}
}

func (a *adopter) warnings(t *testing.T, kind string) (warned []string) {
	t.Helper()
	for _, d := range a.importID(t, kind, objectID).Diagnostics {
		warned = append(warned, d.Summary+": "+d.Detail)
	}
	return warned
}
