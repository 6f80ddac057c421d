// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// estate is the configuration in a directory, including the modules that it calls by local path.
type estate struct {
	dir       *configuration.Directory
	modules   map[string]*module         // by directory
	instances map[string]*moduleInstance // by address
	state     states
	changes   []change // evaluation marks the attributes in the state that these changes edit
}

// module contains the declarations in the files of one directory.
type module struct {
	declared  *configuration.Declarations
	variables map[string]*hcl.Block     // by name
	outputs   map[string]*hcl.Attribute // by name
	blocks    map[string]*block         // resources of this provider and module calls, by address
	others    []other
}

// block is a resource or a module call. Its attributes include those from override files.
type block struct {
	at         hcl.Range
	attributes hcl.Attributes
	ignored    []string // names in ignore_changes
	dir        string   // the directory of a called module; "" if its source is not a local path
}

// other is a block that does not manage an engine object, such as another provider's resource. An edit can affect it if it uses the edited
// value.
type other struct {
	address    string
	references []hcl.Traversal
}

func load(dir *configuration.Directory, state states) (*estate, error) {
	e := &estate{dir: dir, modules: map[string]*module{}, state: state}
	e.reset()
	return e, e.read(".")
}

// reset discards all evaluated values, and marks the state's attributes that the given changes set in all later evaluations (see
// markAttributes).
func (e *estate) reset(changes ...change) {
	e.instances, e.changes = map[string]*moduleInstance{}, changes
}

// read reads the files of a module and of the modules that it calls. In the root module, values from terraform.tfvars and *.auto.tfvars
// override the defaults of variables.
func (e *estate) read(dir string) error {
	if e.modules[dir] != nil {
		return nil
	}
	m := &module{
		declared: configuration.NewDeclarations(), variables: map[string]*hcl.Block{}, outputs: map[string]*hcl.Attribute{},
		blocks: map[string]*block{},
	}
	e.modules[dir] = m
	entries, err := os.ReadDir(filepath.Join(e.dir.Path, filepath.FromSlash(dir)))
	if err != nil && (dir == "." || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	var names, main, values []string
	for _, entry := range entries {
		switch name := entry.Name(); {
		case dir == "." && (name == "terraform.tfvars" || name == "terraform.tfvars.json"):
			main = append(main, name)
		case dir == "." && strings.HasSuffix(strings.TrimSuffix(name, ".json"), ".auto.tfvars"):
			values = append(values, name)
		case !entry.IsDir():
			names = append(names, name)
		}
	}
	values = append(main, values...)
	for _, name := range append(configuration.Select(names), values...) {
		f, err := e.dir.Parse(path.Join(dir, name))
		if err != nil {
			return err
		}
		switch {
		case slices.Contains(values, name):
			attributes, _ := f.Body.JustAttributes()
			maps.Copy(m.declared.Variables, attributes)
		default:
			err = errors.Join(m.declared.Add(f.Body), m.addBlocks(dir, f.Body))
		}
		if err != nil {
			return err
		}
	}
	for _, b := range m.blocks {
		if b.dir != "" {
			if err := e.read(b.dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// addBlocks records the blocks of a file. If the file is an override file, its blocks change the arguments of existing blocks with the same
// type and labels.
func (m *module) addBlocks(dir string, body hcl.Body) error {
	content, _, diags := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "resource", LabelNames: []string{"type", "name"}},
		{Type: "data", LabelNames: []string{"type", "name"}},
		{Type: "module", LabelNames: []string{"name"}},
		{Type: "variable", LabelNames: []string{"name"}},
		{Type: "output", LabelNames: []string{"name"}},
		{Type: "provider", LabelNames: []string{"name"}},
	}})
	if diags.HasErrors() {
		return fmt.Errorf("read the configuration: %w", diags)
	}
	for _, b := range content.Blocks {
		address := strings.TrimPrefix(b.Type+"."+strings.Join(b.Labels, "."), "resource.")
		attributes, _ := b.Body.JustAttributes() // JustAttributes also reports nested blocks, as errors.
		switch b.Type {
		case "variable":
			m.variables[b.Labels[0]] = b
			continue
		case "output":
			m.outputs[b.Labels[0]] = attributes["value"]
			continue
		}
		found := m.blocks[address]
		if found == nil {
			found = &block{at: b.DefRange, attributes: hcl.Attributes{}}
		}
		maps.Copy(found.attributes, attributes)
		found.ignored = append(found.ignored, ignoredAttributes(b.Body)...)
		if a := attributes["source"]; b.Type == "module" && a != nil {
			if value, _ := a.Expr.Value(nil); configuration.IsString(value) && strings.HasPrefix(value.AsString(), ".") {
				found.dir = path.Join(dir, value.AsString())
			}
		}
		if isOurs(address) || found.dir != "" {
			m.blocks[address] = found
		} else {
			m.others = append(m.others, other{address, references(b.Body, attributes)})
		}
	}
	return nil
}

func isOurs(typeName string) bool { return strings.HasPrefix(typeName, "engine_") }

// ignoredAttributes returns the attribute names in a resource's ignore_changes argument. The name "all" stands for all attributes.
func ignoredAttributes(body hcl.Body) (names []string) {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "lifecycle"}}})
	for _, b := range content.Blocks {
		for _, a := range configuration.Attributes(b.Body, "ignore_changes") {
			if hcl.ExprAsKeyword(a.Expr) == "all" {
				names = append(names, "all")
			}
			list, _ := hcl.ExprList(a.Expr)
			for _, expr := range list {
				if traversal, diags := hcl.AbsTraversalForExpr(expr); !diags.HasErrors() && len(traversal) == 1 {
					names = append(names, traversal.RootName())
				}
			}
		}
	}
	return names
}

// references returns all references to values in a body and its nested blocks. It omits depends_on and ignore_changes, which use no values.
func references(body hcl.Body, attributes hcl.Attributes) (all []hcl.Traversal) {
	for name, a := range attributes {
		if name != "depends_on" && name != "ignore_changes" {
			all = append(all, a.Expr.Variables()...)
		}
	}
	if native, ok := body.(*hclsyntax.Body); ok {
		for _, b := range native.Blocks {
			inner, _ := b.Body.JustAttributes()
			all = append(all, references(b.Body, inner)...)
		}
	}
	return all
}

// convertVariable converts a value to the type of a variable, and marks the value if the variable is sensitive.
func (m *module) convertVariable(name string, value cty.Value) cty.Value {
	arguments := configuration.Attributes(m.variables[name].Body, "type", "sensitive")
	if a := arguments["type"]; a != nil {
		if t, defaults, diags := typeexpr.TypeConstraintWithDefaults(a.Expr); !diags.HasErrors() {
			if defaults != nil {
				value = defaults.Apply(value)
			}
			if converted, err := convert.Convert(value, t); err == nil {
				value = converted
			}
		}
	}
	if a := arguments["sensitive"]; a != nil && hcl.ExprAsKeyword(a.Expr) != "false" {
		value = value.Mark(configuration.Sensitive)
	}
	return value
}
