// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	locals  string             // the block of the new locals
	texts   map[*object]string // the blocks of the resources
	secrets []string           // where the engine keeps a value
	index   *addresses
}

// written makes the configuration of objects for a folder.
func written(objects []*object, f *folder, kept map[string]map[string]string) *configuration {
	s := &secrets{}
	s.taken = func(name string) bool {
		return f.variables[name] || slices.ContainsFunc(s.variables, func(m hcltext.Member) bool { return m.Name == name })
	}
	w := &writer{addresses: newAddresses(objects, kept), sharing: newSharing(), secrets: s}
	objects = arranged(objects)
	members := make([][]hcltext.Member, len(objects))
	for i, o := range objects {
		members[i] = w.resource(o)
	}
	c := &configuration{index: w.addresses, texts: map[*object]string{}}
	if locals := w.sharing.decide(f); len(locals) > 0 {
		c.locals = hcltext.Block("locals", locals)
		c.add(f, "locals", c.locals)
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
		c.add(f, stem, strings.Join(texts[stem], "\n"))
	}
	c.addVariables(f, s)
	c.secrets = s.places
	if len(objects) > 0 {
		c.add(f, importStem, imports(objects))
	}
	if !f.provider && len(objects) > 0 {
		c.add(f, "versions", versions)
	}
	return c
}

// importStem begins the name of the file of the import blocks.
const importStem = "import"

// versions says where Terraform finds the provider. Import blocks are of Terraform 1.5.
const versions = `terraform {
  required_version = ">= 1.5"
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}
`

func (c *configuration) add(f *folder, stem, text string) {
	c.files = append(c.files, file{f.freeFile(stem), text})
}

func (c *configuration) addVariables(f *folder, s *secrets) {
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
		c.add(f, "variables", strings.Join(blocks, "\n"))
	}
}

func imports(objects []*object) string {
	blocks := make([]string, len(objects))
	for i, o := range objects {
		blocks[i] = hcltext.Block("import", []hcltext.Member{
			{Name: "to", Value: hcltext.Literal(o.address())}, {Name: "id", Value: hcltext.Quoted(o.importID())},
		})
	}
	return "# Once the objects are imported, this file has done its work and can be deleted.\n\n" + strings.Join(blocks, "\n")
}

// fileNames gives the file of an object, without extension: one for each object that others belong to, together with these,
// and one for all objects of any other kind.
func fileNames(all index) func(o *object) string {
	kinds, ofRoot, taken := newFamily(), map[*object]string{}, map[string]bool{}
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
			ofRoot[root] = unique(stem, func(stem string) bool { return taken[stem] })
			taken[ofRoot[root]] = true
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
	return cmp.Or(strings.Compare(a.kind.Name, b.kind.Name), strings.Compare(a.label, b.label))
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

// prepare makes the folder.
func (f *folder) prepare() error { return os.MkdirAll(f.path, 0o755) }

// save writes files, each as a whole: all of them under other names first, so that an interrupt leaves none that is cut off.
// The import blocks get their name before all others: a resource without one would be created.
func (f *folder) save(files []file) error {
	for _, file := range files {
		if err := os.WriteFile(f.at(file.name)+".new", []byte(file.text), 0o644); err != nil {
			return err
		}
	}
	imports := slices.IndexFunc(files, func(file file) bool { return strings.HasPrefix(file.name, importStem) })
	for i := range files {
		file := files[(max(imports, 0)+i)%len(files)]
		if err := os.Rename(f.at(file.name)+".new", f.at(file.name)); err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) at(name string) string { return filepath.Join(f.path, name) }

func (f *folder) remove(name string) error {
	err := os.Remove(filepath.Join(f.path, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
