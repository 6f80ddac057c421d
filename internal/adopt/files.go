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

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/hcltext"
)

// file is a file of the configuration.
type file struct {
	name, text string
}

// configuration is what is written of objects.
type configuration struct {
	files   []file
	names   *numbering         // of the files, without their extensions
	locals  string             // the block of the new locals
	texts   map[*object]string // the blocks of the resources
	secrets []string           // where the engine keeps a value
	unknown int                // keys of the engine that are not written, because no attribute has their names
	index   *addresses
}

// written makes the configuration of objects for a folder. It ends early when the context does.
func (a *adoption) written(ctx context.Context, objects []*object) (*configuration, error) {
	f := a.folder
	s := &secrets{names: newNumbering(func(name string) bool { return f.variables[name] })}
	w := &writer{addresses: newAddresses(objects, a.kept()), sharing: newSharing(), secrets: s, keys: unknownKeys{written: a.all}}
	objects = arranged(objects)
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
		c.add(stem, strings.Join(texts[stem], "\n"))
	}
	c.addVariables(s)
	c.secrets = s.places
	if blocks := f.importBlocks(objects); blocks != "" {
		c.add(importStem, blocks)
	}
	if f.required == nil && len(objects) > 0 {
		c.add("versions", versions)
	}
	return c, nil
}

// importStem begins the name of the file of the import blocks.
const importStem = "import"

// versions says where Terraform finds the provider, and which programs it works with.
const versions = `terraform {
  required_version = ">= 1.8"
  required_providers {
    engine = {
      source = "` + source + `"
    }
  }
}
`

func (c *configuration) add(stem, text string) {
	c.files = append(c.files, file{c.names.give(stem) + ".tf", text})
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
	if len(blocks) > 0 {
		c.add("variables", strings.Join(blocks, "\n"))
	}
}

// providerArgument names the provider in a block where the types of resources do not. OpenTofu reads it in import blocks too.
func (f *folder) providerArgument() []hcltext.Member {
	name := f.localName()
	if name == "" || name == "engine" {
		return nil
	}
	return []hcltext.Member{{Name: "provider", Value: hcltext.Literal(name)}}
}

// importBlocks are for those objects of which the folder has none, "" if it has all of them.
func (f *folder) importBlocks(objects []*object) string {
	var blocks []string
	for _, o := range objects {
		if o.importAs == "" {
			blocks = append(blocks, hcltext.Block("import", slices.Concat(f.providerArgument(), []hcltext.Member{
				{Name: "to", Value: hcltext.Literal(o.address())}, {Name: "id", Value: hcltext.Quoted(o.importID())},
			})))
		}
	}
	if len(blocks) == 0 {
		return ""
	}
	return "# Once the objects are imported, this file has done its work and can be deleted.\n\n" + strings.Join(blocks, "\n")
}

// fileNames gives the file of an object, without extension: one for each object that others belong to, together with these,
// and one for all objects of any other kind.
func fileNames(all index) func(o *object) string {
	kinds, ofRoot := newFamily(), map[*object]string{}
	free := newNumbering(func(string) bool { return false })
	return func(o *object) string {
		root := o
		for parent := o; parent != nil; parent = all[root.kind.Parent][root.parent()] {
			root = parent
		}
		if !kinds.hasChildren[root.kind.Name] || root.kind.Parent != "" {
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

// arranged brings objects into the order of the configuration: what belongs to an object follows it, as it is shown: by its
// order and its position.
func arranged(objects []*object) []*object {
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
		slices.SortStableFunc(siblings, bySight)
		for _, o := range siblings {
			inOrder = append(inOrder, o)
			add(children[o])
		}
	}
	kinds := newFamily()
	slices.SortStableFunc(roots, func(a, b *object) int { return kinds.depth(a) - kinds.depth(b) })
	add(roots)
	return inOrder
}

// bySight compares objects by where they are shown, else by their labels.
func bySight(a, b *object) int {
	for _, name := range []string{"order", "position_y", "position_x"} {
		if c := cmp.Compare(a.number(name), b.number(name)); c != 0 && a.kind.Name == b.kind.Name {
			return c
		}
	}
	return cmp.Or(strings.Compare(a.kind.Name, b.kind.Name), naturally(a.label, b.label))
}

// number is a number of the imported object, 0 where there is none.
func (o *object) number(attribute string) float64 {
	if !o.imported.State.Type().HasAttribute(attribute) || o.imported.State.GetAttr(attribute).IsNull() {
		return 0
	}
	n, _ := o.imported.State.GetAttr(attribute).AsBigFloat().Float64()
	return n
}

// unfitFile has the objects that were left out.
const unfitFile = "unfit.json"

// unfit is an object that does not fit, and why.
type unfit struct {
	Kind   string `json:"kind"`
	ID     string `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	Reason string `json:"reason"`
}

// asJSON is the text of the file of the objects that do not fit.
func asJSON(list []unfit) (string, error) {
	text, err := json.MarshalIndent(list, "", "  ")
	return string(text) + "\n", err
}

// readUnfit refuses a file of that name that no run wrote: another run would write over it.
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
		return fmt.Errorf("%s is no list of objects that were left out; move it away, because adopt writes a file of that name", file)
	}
	return nil
}
