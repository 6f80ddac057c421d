// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// folder is the configuration that is there already.
type folder struct {
	path      string
	files     map[string]bool      // names of all that the folder has
	addresses map[string]bool      // of its resources
	imports   map[string]string    // addresses in its import blocks, by resource type and import id
	locals    map[string]cty.Value // cty.NilVal where a value is not constant
	variables map[string]bool
	provider  bool // it says where the provider comes from
}

// readFolder reads the configuration in a folder, which need not be there. A file that is wrong is an error: nobody could tell
// what it declares.
func readFolder(path string) (*folder, error) {
	f := &folder{
		path: path, files: map[string]bool{}, addresses: map[string]bool{}, imports: map[string]string{},
		locals: map[string]cty.Value{}, variables: map[string]bool{},
	}
	entries, err := os.ReadDir(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var locals []*hclsyntax.Attribute
	for _, entry := range entries {
		f.files[entry.Name()] = true
		if filepath.Ext(entry.Name()) != ".tf" || entry.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(path, entry.Name()))
		if err != nil {
			return nil, err
		}
		body, err := parse(entry.Name(), text)
		if err != nil {
			return nil, err
		}
		for _, block := range body.Blocks {
			locals = append(locals, f.note(block)...)
		}
	}
	f.evaluate(locals)
	return f, nil
}

// parse reads the text of a configuration.
func parse(name string, text []byte) (*hclsyntax.Body, error) {
	file, diags := hclsyntax.ParseConfig(text, name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("parse the configuration: %w", diags)
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fmt.Errorf("parse the configuration: %s has a body of the type %T", name, file.Body)
	}
	return body, nil
}

// note notes what a block declares, and gives the locals in it.
func (f *folder) note(block *hclsyntax.Block) (locals []*hclsyntax.Attribute) {
	switch {
	case block.Type == "resource" && len(block.Labels) == 2:
		f.addresses[block.Labels[0]+"."+block.Labels[1]] = true
	case block.Type == "variable" && len(block.Labels) == 1:
		f.variables[block.Labels[0]] = true
	case block.Type == "import":
		f.noteImport(block.Body.Attributes)
	case block.Type == "terraform":
		for _, inner := range block.Body.Blocks {
			f.provider = f.provider || inner.Type == "required_providers" && inner.Body.Attributes["engine"] != nil
		}
	case block.Type == "locals":
		for name, attribute := range block.Body.Attributes {
			f.locals[name] = cty.NilVal
			locals = append(locals, attribute)
		}
	}
	return locals
}

// noteImport notes what an import block imports. One that is made by for_each has no constant id, and is left to the map.
func (f *folder) noteImport(attributes hclsyntax.Attributes) {
	to, id := attributes["to"], attributes["id"]
	if to == nil || id == nil {
		return
	}
	address, diags := hcl.AbsTraversalForExpr(to.Expr)
	value, more := id.Expr.Value(nil)
	if diags.HasErrors() || more.HasErrors() || len(address) < 2 || value.Type() != cty.String || value.IsNull() {
		return
	}
	if label, ok := address[1].(hcl.TraverseAttr); ok {
		f.imports[address.RootName()+" "+value.AsString()] = address.RootName() + "." + label.Name
	}
}

// evaluate finds the locals whose values are constant, or follow from others that are.
func (f *folder) evaluate(locals []*hclsyntax.Attribute) {
	for rest := locals; ; {
		before := len(rest)
		rest = slices.DeleteFunc(rest, func(a *hclsyntax.Attribute) bool {
			value, diags := a.Expr.Value(evaluation(f.locals, nil))
			if diags.HasErrors() || !value.IsWhollyKnown() {
				return false
			}
			f.locals[a.Name] = value
			return true
		})
		if len(rest) == before || len(rest) == 0 {
			return
		}
	}
}

// freeFile is a name for a file: the name itself, or with a number before the extension, that the folder does not have.
func (f *folder) freeFile(stem string) string {
	return unique(stem, func(stem string) bool { return f.files[stem+".tf"] }) + ".tf"
}
