// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

const testDir = "tests"

// isTest reports whether a file contains Terraform tests (.tftest.hcl) or OpenTofu tests (.tofutest.hcl).
func isTest(name string) bool {
	return strings.HasSuffix(name, ".tftest.hcl") || strings.HasSuffix(name, ".tofutest.hcl")
}

// moduleDir returns the directory of the module that a file belongs to. Test files in a directory called tests belong to the module in the
// parent directory.
func moduleDir(name string) string {
	dir := path.Dir(name)
	if isTest(name) && path.Base(dir) == testDir {
		return path.Dir(dir)
	}
	return dir
}

// moduleUnderTest returns the module that a run block tests. This is the one in its module block or, by default, the file's own module.
func (mod *module) moduleUnderTest(run *hclsyntax.Block) *module {
	for _, b := range run.Body.Blocks {
		if at := mod.sourceOf(b); b.Type == "module" && b.Body.Attributes["source"] != nil {
			return mod.modules[at] // nil if it is outside the migrated directory
		}
	}
	return mod
}

// rewriteMocks converts the other provider's mock_provider blocks to blocks for this provider. If the other provider is still needed,
// rewriteMocks keeps the old blocks and adds new ones.
func (mod *module) rewriteMocks() {
	stays := mod.needsOldProvider()
	for f, b := range mod.blocks("mock_provider") {
		if len(b.Labels) != 1 || !mod.from[b.Labels[0]] {
			continue
		}
		ours := ""
		if a := b.Body.Attributes["alias"]; a != nil {
			ours = f.Source(a.SrcRange) + "\n"
		}
		for _, inner := range b.Body.Blocks {
			text, ok := mod.rewriteMock(f, inner)
			switch {
			case ok && stays:
				ours += text + "\n"
			case ok:
				f.Splice(inner.TypeRange.Start.Byte, inner.CloseBraceRange.End.Byte, text)
			case !stays:
				mod.report.addUndecided(inner.TypeRange, "%s %q is not of this provider; remove it", inner.Type, strings.Join(inner.Labels, "."))
			}
		}
		if stays {
			f.InsertAfter(b.CloseBraceRange, fmt.Sprintf("\n\nmock_provider %q {\n%s}", ownName, ours))
		} else {
			f.Replace(b.LabelRanges[0], fmt.Sprintf("%q", ownName))
		}
	}
	for f, b := range mod.blocks("run") {
		if a := b.Body.Attributes["providers"]; a != nil {
			mod.renameProviders(f, a.Expr, stays)
		}
	}
}

// rewriteMock rewrites a block such as mock_resource. It returns false if the engine has no matching resource type.
func (mod *module) rewriteMock(f *file, b *hclsyntax.Block) (string, bool) {
	from, to := b.TypeRange.Start.Byte, b.CloseBraceRange.End.Byte
	if len(b.Labels) != 1 {
		return f.Text(from, to), true // A block such as override_resource has no label. Its target is a reference.
	}
	source := &hclsyntax.Block{Type: "resource", Labels: b.Labels}
	if b.Type == "mock_data" {
		source.Type = "data"
	}
	_, typeName, ok := mod.newType(source, "")
	if !ok {
		return "", false
	}
	label := b.LabelRanges[0]
	return f.Text(from, label.Start.Byte) + fmt.Sprintf("%q", typeName) + f.Text(label.End.Byte, to), true
}
