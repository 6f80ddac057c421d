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
	"path/filepath"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// proposal is the configuration that this run is about to write.
type proposal struct {
	files   []newfile.File
	names   *numbering         // makes file names unique, without extensions
	locals  string             // the block with the new locals; "" if there are none
	texts   map[*object]string // the resource block of each object
	secrets []string           // the places that need secrets that only the engine knows
	unknown int                // the number of document keys that the provider does not know
	index   *addresses
}

func (a *adoption) newProposal(ctx context.Context, objects []*object) (*proposal, error) {
	f := a.directory
	s := &secrets{names: newNumbering(func(name string) bool { _, has := f.Variables[name]; return has })}
	w := &writer{
		addresses: newAddresses(objects, a.directoryAddresses()), sharing: newSharing(), secrets: s, keys: unknownKeys{written: a.all},
	}
	objects = inConfigurationOrder(objects)
	members := make([][]hcltext.Member, len(objects))
	for i, o := range objects {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		members[i] = slices.Concat(f.providerArgument(), w.resource(o))
	}
	c := &proposal{index: w.addresses, texts: map[*object]string{}, names: newNumbering(f.isTakenFile), unknown: w.keys.count}
	if locals := w.sharing.chooseLocals(f); len(locals) > 0 {
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
	if f.Required == nil && len(objects) > 0 {
		c.add("versions", versions)
	}
	return c, nil
}

// importStem is the name, without extension, of the first file with import blocks. Later runs append a number, as in import_2.
const importStem = "import"

// versions is the terraform block that adopt writes if the directory has none. The files need at least Terraform 1.8.
const versions = `terraform {
  required_version = ">= 1.8"
  required_providers {
    engine = {
      source = "` + source + `"
    }
  }
}
`

// add adds a file that contains the given blocks. Without blocks, it does nothing. stem is the file name without its extension.
func (c *proposal) add(stem string, blocks ...string) {
	if len(blocks) > 0 {
		c.files = append(c.files, newfile.File{Name: c.names.unique(stem) + ".tf", Text: strings.Join(blocks, "\n")})
	}
}

func (c *proposal) addVariables(s *secrets) {
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

// providerArgument returns the argument that selects this provider in a block. For example, it returns provider = plant if the local name
// is plant. It returns nil if the local name is engine, because Terraform infers that name from the resource type.
func (f *directory) providerArgument() []hcltext.Member {
	name := f.localName()
	if name == "" || name == "engine" {
		return nil
	}
	return []hcltext.Member{{Name: "provider", Value: hcltext.Literal(name)}}
}

// importBlocks returns an import block for each object that doesn't have one in the directory yet.
func (f *directory) importBlocks(objects []*object) (blocks []string) {
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

// fileNames returns a function that returns an object's file name without the extension. A dashboard, its tabs and its widgets share one
// file, such as dashboard_plant.tf. All alerts share alerts.tf.
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
			ofRoot[root] = free.unique(stem)
		}
		return ofRoot[root]
	}
}

// inConfigurationOrder sorts objects for the configuration. Children, such as a dashboard's tabs, follow their parent in the order in which
// the engine displays them.
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

// byPosition compares two objects by their position in the engine, such as the order of tabs, and then by their labels.
func byPosition(a, b *object) int {
	for _, name := range []string{"order", "position_y", "position_x"} {
		if c := cmp.Compare(a.number(name), b.number(name)); c != 0 && a.kind.Name == b.kind.Name {
			return c
		}
	}
	return cmp.Or(strings.Compare(a.kind.Name, b.kind.Name), compareNatural(a.label, b.label))
}

// number returns a numeric attribute of the imported object, such as order, or 0 if it is not set.
func (o *object) number(attribute string) float64 {
	if !o.imported.State.Type().HasAttribute(attribute) || o.imported.State.GetAttr(attribute).IsNull() {
		return 0
	}
	n, _ := o.imported.State.GetAttr(attribute).AsBigFloat().Float64()
	return n
}

const unfitFile = "unfit.json"

type omittedObject struct {
	Kind   string `json:"kind"`
	ID     string `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	Reason string `json:"reason"`
}

// checkUnfitFile returns an error if the existing unfit.json was not written by adopt, because adopt must not overwrite a user's own file.
func checkUnfitFile(file string, text []byte) error {
	if text == nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var list []omittedObject
	if err := decoder.Decode(&list); err != nil || list == nil {
		return fmt.Errorf("%s is not a list of objects that adopt left out; move it away, because adopt writes a file of that name", file)
	}
	return nil
}

// readOwn returns the contents of a file that adopt writes, such as adopt.map.json, or nil if the file does not exist.
func readOwn(file string) ([]byte, error) {
	text, err := configuration.ReadFile(filepath.Split(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}
