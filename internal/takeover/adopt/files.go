// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// configuration is the text of the files that a run writes, with the objects in them.
type configuration struct {
	files   []newfile.File
	names   *numbering         // chooses the names of files, without their extensions
	locals  string             // the block with the new locals; "" if there are none
	texts   map[*object]string // the resource block of each object
	secrets []string           // places with a secret that only the engine knows
	unknown int                // number of keys that are not written because the provider does not know them
	index   *addresses
}

// written returns the text of the configuration for the objects. It stops early if the context ends.
func (a *adoption) written(ctx context.Context, objects []*object) (*configuration, error) {
	f := a.folder
	s := &secrets{names: newNumbering(func(name string) bool { return f.variables[name] })}
	w := &writer{addresses: newAddresses(objects, a.kept()), sharing: newSharing(), secrets: s, keys: unknownKeys{written: a.all}}
	objects = inConfigurationOrder(objects)
	members := make([][]hcltext.Member, len(objects))
	for i, o := range objects {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		members[i] = slices.Concat(f.providerArgument(), w.resource(o))
	}
	c := &configuration{index: w.addresses, texts: map[*object]string{}, names: newNumbering(f.isTakenFile), unknown: w.keys.count}
	if locals := w.sharing.decide(f); len(locals) > 0 {
		c.locals = hcltext.Block("locals", locals)
		c.add("locals", c.locals)
	}
	var stems []string
	texts := map[string][]string{}
	stemOf := fileNames(w.addresses.written)
	for i, o := range objects {
		stem := stemOf(o)
		if texts[stem] == nil {
			stems = append(stems, stem)
		}
		c.texts[o] = hcltext.Block(fmt.Sprintf("resource %q %q", o.typeName(), o.label), members[i])
		texts[stem] = append(texts[stem], c.texts[o])
	}
	for _, stem := range stems {
		c.add(stem, texts[stem]...)
	}
	c.addVariables(s)
	c.secrets = s.places
	c.add(importStem, f.importBlocks(objects)...)
	if f.required == nil && len(objects) > 0 {
		c.add("versions", versions)
	}
	return c, nil
}

// importStem is the name of the file with the import blocks, without extension. Later runs add a number: import_2.
const importStem = "import"

// versions is the terraform block for a folder without one. It has the source of the provider, and the oldest Terraform that the written
// configuration works with.
const versions = `terraform {
  required_version = ">= 1.8"
  required_providers {
    engine = {
      source = "` + source + `"
    }
  }
}
`

// add adds a file with the blocks; without blocks it adds none. stem is the file's name without the extension .tf.
func (c *configuration) add(stem string, blocks ...string) {
	if len(blocks) > 0 {
		c.files = append(c.files, newfile.File{Name: c.names.give(stem) + ".tf", Text: strings.Join(blocks, "\n")})
	}
}

func (c *configuration) addVariables(s *secrets) {
	var blocks []string
	for _, v := range s.variables {
		blocks = append(blocks, hcltext.Block(fmt.Sprintf("variable %q", v.Name), []hcltext.Member{
			{Name: "description", Value: v.Value},
			{Name: "type", Value: hcltext.Literal("string")},
			{Name: "sensitive", Value: hcltext.Literal("true")},
			{Name: "default", Value: hcltext.Literal("null")},
		}))
	}
	c.add("variables", blocks...)
}

// providerArgument returns the argument provider for resources and import blocks, such as provider = plant. It returns nil if the folder
// calls this provider engine, because Terraform then derives the name from the resource types. OpenTofu needs the argument in import blocks
// too.
func (f *folder) providerArgument() []hcltext.Member {
	name := f.localName()
	if name == "" || name == "engine" {
		return nil
	}
	return []hcltext.Member{{Name: "provider", Value: hcltext.Literal(name)}}
}

// importBlocks returns the import blocks of the objects. It skips objects for which the folder already has an import block.
func (f *folder) importBlocks(objects []*object) (blocks []string) {
	for _, o := range objects {
		if o.importAs == "" {
			blocks = append(blocks, hcltext.Block("import", slices.Concat(f.providerArgument(), []hcltext.Member{
				{Name: "to", Value: hcltext.Literal(o.address())}, {Name: "id", Value: hcltext.Quoted(o.importID())},
			})))
		}
	}
	if len(blocks) > 0 {
		blocks[0] = "# After the objects are imported, you can delete this file.\n\n" + blocks[0]
	}
	return blocks
}

// fileNames returns a function that returns the name of an object's file, without extension. An object that can have children, such as a
// dashboard, shares a file with its children: dashboard_plant. All other objects of a kind are in one file: alerts.
func fileNames(all index) func(o *object) string {
	ofRoot := map[*object]string{}
	free := newNumbering(func(string) bool { return false })
	return func(o *object) string {
		root := o
		for parent := o; parent != nil; parent = all[root.kind.Parent][root.parent()] {
			root = parent
		}
		hasChildren := slices.ContainsFunc(catalog.Objects(), func(kind catalog.Object) bool { return kind.Parent == root.kind.Name })
		if !hasChildren || root.kind.Parent != "" {
			return root.kind.Plural
		}
		if ofRoot[root] == "" {
			prefix := root.kind.Name + "_"
			stem := prefix + strings.TrimPrefix(root.label, prefix)
			ofRoot[root] = free.give(stem)
		}
		return ofRoot[root]
	}
}

// inConfigurationOrder sorts objects for the configuration. Each object is followed by its children, and the children of an object have the
// order in which the engine shows them.
func inConfigurationOrder(objects []*object) []*object {
	all := indexOf(objects)
	children := map[*object][]*object{}
	var roots []*object
	for _, o := range objects {
		if parent := all[o.kind.Parent][o.parent()]; parent != nil {
			children[parent] = append(children[parent], o)
		} else {
			roots = append(roots, o)
		}
	}
	var inOrder []*object
	var add func(siblings []*object)
	add = func(siblings []*object) {
		slices.SortStableFunc(siblings, byPosition)
		for _, o := range siblings {
			inOrder = append(inOrder, o)
			add(children[o])
		}
	}
	add(roots)
	return inOrder
}

// byPosition compares two objects by the place where the engine shows them, such as the order of tabs. At the same place, it compares their
// labels.
func byPosition(a, b *object) int {
	for _, name := range []string{"order", "position_y", "position_x"} {
		if c := cmp.Compare(a.number(name), b.number(name)); c != 0 && a.kind.Name == b.kind.Name {
			return c
		}
	}
	return cmp.Or(strings.Compare(a.kind.Name, b.kind.Name), naturally(a.label, b.label))
}

// number returns a number attribute of the imported object, such as order; 0 if the object has no value for it.
func (o *object) number(attribute string) float64 {
	if !o.imported.State.Type().HasAttribute(attribute) || o.imported.State.GetAttr(attribute).IsNull() {
		return 0
	}
	n, _ := o.imported.State.GetAttr(attribute).AsBigFloat().Float64()
	return n
}

// unfitFile is the name of the file in which adopt lists the objects that it had to leave out.
const unfitFile = "unfit.json"

// unfit is the entry of unfit.json for an object that was left out, with the reason.
type unfit struct {
	Kind   string `json:"kind"`
	ID     string `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	Reason string `json:"reason"`
}

// readUnfit checks an existing unfit.json, because this run would overwrite it. It returns an error if the file was not written by adopt.
func readUnfit(file string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var list []unfit
	if err := decoder.Decode(&list); err != nil || list == nil {
		return fmt.Errorf("%s is not a list of objects that adopt left out; move it away, because adopt writes a file of that name", file)
	}
	return nil
}
