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
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/sourcefile"
)

// estate is the configuration in a directory, with the modules that it calls by local paths.
type estate struct {
	dir     string
	texts   map[string]string // new texts of files, by path; all others are read
	modules map[string]*module
	files   map[string]*sourcefile.File // by path relative to dir
	linked  map[string]bool             // files that are symbolic links, or in linked directories
	spaces  map[string]*space           // evaluated module instances, by address
	state   states
}

// module is a directory with configuration files.
type module struct {
	declared  *configuration.Declarations
	variables map[string]*hcl.Block
	resources map[string]*resource // by type and name
	calls     map[string]*call
	others    []other
}

// resource is a resource of any provider, with the arguments of its override files.
type resource struct {
	at         hcl.Range
	attributes hcl.Attributes
	ignored    []string // names in ignore_changes
}

type call struct {
	at         hcl.Range
	dir        string // of the called module; "" if its source is not a local path
	attributes hcl.Attributes
}

// other is a block of the configuration that no object of the engine stands for. It can still depend on a value that update would edit.
type other struct {
	address    string
	references []hcl.Traversal
}

func load(dir string, texts map[string]string, state states) (*estate, error) {
	e := &estate{
		dir: dir, texts: texts, modules: map[string]*module{}, files: map[string]*sourcefile.File{}, linked: map[string]bool{}, state: state,
	}
	e.forget()
	return e, e.read(".")
}

// forget drops all evaluated values.
func (e *estate) forget() { e.spaces = map[string]*space{} }

// read reads the files of a module and of the modules that it calls.
func (e *estate) read(dir string) error {
	if e.modules[dir] != nil {
		return nil
	}
	m := &module{
		declared: configuration.NewDeclarations(), variables: map[string]*hcl.Block{},
		resources: map[string]*resource{}, calls: map[string]*call{},
	}
	e.modules[dir] = m
	entries, err := os.ReadDir(filepath.Join(e.dir, filepath.FromSlash(dir)))
	if err != nil && (dir == "." || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	for _, name := range configuration.Select(names) {
		body, err := e.parse(path.Join(dir, name))
		if err == nil {
			err = errors.Join(m.declared.Add(body), m.note(dir, body))
		}
		if err != nil {
			return err
		}
	}
	if dir == "." {
		if err := e.assign(m, names); err != nil {
			return err
		}
	}
	for _, c := range m.calls {
		if c.dir != "" {
			if err := e.read(c.dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *estate) parse(name string) (hcl.Body, error) {
	text, isNew := e.texts[name]
	src := []byte(text)
	if !isNew {
		var err error
		if src, err = configuration.ReadFile(e.dir, filepath.FromSlash(name)); err != nil {
			return nil, err
		}
	}
	e.files[name] = &sourcefile.File{Path: name, Src: src}
	target, err := filepath.EvalSymlinks(filepath.Join(e.dir, filepath.FromSlash(name)))
	base, baseErr := filepath.EvalSymlinks(e.dir)
	e.linked[name] = err != nil || baseErr != nil || target != filepath.Join(base, filepath.FromSlash(name))
	return configuration.Parse(name, src)
}

// assign reads the values of variables in terraform.tfvars and *.auto.tfvars. They count as the defaults of the variables.
func (e *estate) assign(root *module, names []string) error {
	isValues := func(name string) bool { return strings.HasSuffix(strings.TrimSuffix(name, ".json"), ".auto.tfvars") }
	values := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !isValues(name) })
	for _, name := range []string{"terraform.tfvars.json", "terraform.tfvars"} {
		if slices.Contains(names, name) {
			values = slices.Insert(values, 0, name)
		}
	}
	for _, name := range values {
		body, err := e.parse(name)
		if err != nil {
			return err
		}
		attributes, _ := body.JustAttributes()
		for name, a := range attributes {
			if root.variables[name] != nil {
				root.declared.Variables[name] = a
			}
		}
	}
	return nil
}

// note records the blocks of a file. A block of an override file changes the arguments of an earlier block.
func (m *module) note(dir string, body hcl.Body) error {
	content, _, diags := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "resource", LabelNames: []string{"type", "name"}},
		{Type: "data", LabelNames: []string{"type", "name"}},
		{Type: "module", LabelNames: []string{"name"}},
		{Type: "variable", LabelNames: []string{"name"}},
		{Type: "provider", LabelNames: []string{"name"}},
	}})
	if diags.HasErrors() {
		return fmt.Errorf("read the configuration: %w", diags)
	}
	for _, b := range content.Blocks {
		attributes, _ := b.Body.JustAttributes() // It reports nested blocks as errors.
		switch address := strings.Join(b.Labels, "."); {
		case b.Type == "variable":
			m.variables[address] = b
		case b.Type == "module":
			c := m.calls[address]
			if c == nil {
				c = &call{at: b.DefRange, attributes: hcl.Attributes{}}
				m.calls[address] = c
			}
			maps.Copy(c.attributes, attributes)
			if a := attributes["source"]; a != nil {
				if value, _ := a.Expr.Value(nil); configuration.IsString(value) && strings.HasPrefix(value.AsString(), ".") {
					c.dir = path.Join(dir, value.AsString())
				}
			}
			if c.dir == "" {
				m.others = append(m.others, other{"module." + address, references(b.Body, attributes)})
			}
		case b.Type == "resource" && isOurs(b.Labels[0]):
			r := m.resources[address]
			if r == nil {
				r = &resource{at: b.DefRange, attributes: hcl.Attributes{}}
				m.resources[address] = r
			}
			maps.Copy(r.attributes, attributes)
			r.ignored = append(r.ignored, ignored(b.Body)...)
		default:
			m.others = append(m.others, other{strings.TrimPrefix(b.Type+"."+address, "resource."), references(b.Body, attributes)})
		}
	}
	return nil
}

func isOurs(typeName string) bool { return strings.HasPrefix(typeName, "engine_") }

// ignored returns the names in ignore_changes of a resource, or "all".
func ignored(body hcl.Body) (names []string) {
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

// references returns all references in a body, including those in nested blocks.
func references(body hcl.Body, attributes hcl.Attributes) (all []hcl.Traversal) {
	for _, a := range attributes {
		all = append(all, a.Expr.Variables()...)
	}
	if native, ok := body.(*hclsyntax.Body); ok {
		for _, b := range native.Blocks {
			inner, _ := b.Body.JustAttributes()
			all = append(all, references(b.Body, inner)...)
		}
	}
	return all
}

// given returns the value of a variable: its argument in the module call or its default, converted to the variable's type.
func (m *module) given(name string, value cty.Value) cty.Value {
	a := configuration.Attributes(m.variables[name].Body, "type")["type"]
	if a == nil {
		return value
	}
	t, defaults, diags := typeexpr.TypeConstraintWithDefaults(a.Expr)
	if diags.HasErrors() {
		return value
	}
	if defaults != nil && !value.IsNull() {
		value = defaults.Apply(value)
	}
	if converted, err := convert.Convert(value, t); err == nil {
		return converted
	}
	return value
}

func (m *module) isSensitive(variable string) bool {
	b := m.variables[variable]
	if b == nil {
		return false
	}
	a := configuration.Attributes(b.Body, "sensitive")["sensitive"]
	if a == nil {
		return false
	}
	value, _ := a.Expr.Value(nil)
	return !value.RawEquals(cty.False)
}
