// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	for _, kind := range catalog.Objects() {
		file := filepath.Join("../../../examples/resources", typeName(kind.Name), "resource.tf")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		body, err := configuration.ParseNative(file, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range body.Blocks {
			if block.Type != "resource" || block.Labels[0] != typeName(kind.Name) {
				continue
			}
			p := place{object: &object{kind: kind}}
			var attributes []*hclsyntax.Attribute
			for _, a := range block.Body.Attributes {
				attributes = append(attributes, a)
			}
			slices.SortFunc(attributes, func(a, b *hclsyntax.Attribute) int { return a.NameRange.Start.Byte - b.NameRange.Start.Byte })
			var names []string
			for _, a := range attributes {
				names = append(names, a.Name)
				_ = hclsyntax.VisitAll(a.Expr, func(node hclsyntax.Node) hcl.Diagnostics {
					if object, ok := node.(*hclsyntax.ObjectConsExpr); ok {
						inOrderOf(t, file, p.at(a.Name), keysOf(object))
					}
					return nil
				})
			}
			inOrderOf(t, file, p, names)
		}
	}
}

func inOrderOf(t *testing.T, file string, p place, names []string) {
	t.Helper()
	if sorted := slices.SortedFunc(slices.Values(names), inOrder(p)); !slices.Equal(names, sorted) {
		t.Errorf("%s: the order is %v, and would be %v", file, names, sorted)
	}
}

func keysOf(object *hclsyntax.ObjectConsExpr) []string {
	var names []string
	for _, item := range object.Items {
		names = append(names, hcl.ExprAsKeyword(item.KeyExpr))
	}
	return names
}
