// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
)

// folder is the configuration that the folder already has. As in Terraform, override files change what other files declare.
type folder struct {
	path      string
	files     map[string]bool        // names of all its entries, in lower case
	addresses map[string]bool        // addresses of its resources
	moved     map[string]string      // the new address of each moved resource; "" if it was removed
	overrides map[string][]hcl.Body  // bodies of resources in override files, by address
	imports   map[string]importBlock // import blocks with a constant id, by resource type and id
	targets   []importBlock          // all import blocks
	locals    map[string]cty.Value   // values of locals by name; cty.NilVal if a value is not constant
	variables map[string]bool
	required  *hcl.Range                // place of a required_providers block; nil if there is none
	providers map[string]string         // sources of the required providers, by local name
	arguments map[string]hcl.Attributes // arguments of provider blocks without an alias, by local name
}

// readFolder reads the configuration of a folder, which may be missing. A file that can't be parsed is an error: any of the engine's
// objects could be declared in it.
func readFolder(path string) (*folder, error) {
	f := &folder{
		path: path, files: map[string]bool{}, addresses: map[string]bool{}, moved: map[string]string{},
		overrides: map[string][]hcl.Body{}, imports: map[string]importBlock{},
		locals: map[string]cty.Value{}, variables: map[string]bool{}, providers: map[string]string{}, arguments: map[string]hcl.Attributes{},
	}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		f.files[strings.ToLower(entry.Name())] = true
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	locals := map[string]*hcl.Attribute{}
	for _, name := range configurationFiles(names) {
		body, err := f.parse(name)
		if err != nil {
			return nil, err
		}
		fresh, err := f.note(body, isOverride(name))
		if err != nil {
			return nil, err
		}
		maps.Copy(locals, fresh)
	}
	f.evaluate(locals)
	return f, f.check()
}

// configurationFiles returns the files that Terraform or OpenTofu would read, override files last. If main.tofu and main.tf both exist,
// main.tf is left out, because OpenTofu ignores it.
func configurationFiles(names []string) []string {
	var ordinary, overrides []string
	for _, name := range names {
		stem, kind := splitName(name)
		tofu := strings.Replace(kind, ".tf", ".tofu", 1)
		switch {
		case kind == "", strings.HasPrefix(name, "."), strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"):
		case tofu != kind && slices.Contains(names, stem+tofu):
		case isOverride(name):
			overrides = append(overrides, name)
		default:
			ordinary = append(ordinary, name)
		}
	}
	return append(ordinary, overrides...)
}

func splitName(name string) (stem, extension string) {
	for _, extension := range []string{".tf.json", ".tofu.json", ".tf", ".tofu"} {
		if stem, ok := strings.CutSuffix(name, extension); ok {
			return stem, extension
		}
	}
	return name, ""
}

func isOverride(name string) bool {
	stem, _ := splitName(name)
	return isOverrideStem(stem)
}

func isOverrideStem(stem string) bool {
	return stem == "override" || strings.HasSuffix(stem, "_override")
}

// maxSize is the maximum size of a configuration file in bytes.
const maxSize = 256 << 20

// parse parses a file: as JSON if its name ends in .json, otherwise in HCL's native syntax.
func (f *folder) parse(name string) (hcl.Body, error) {
	text, err := inputfile.ReadRegular(filepath.Join(f.path, name), maxSize)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(name, ".json") {
		return parse(name, text)
	}
	file, diags := json.Parse(text, name)
	if diags.HasErrors() {
		return nil, fmt.Errorf("parse the configuration: %w", diags)
	}
	return file.Body, nil
}

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

// evaluate computes the folder's locals that are constant or depend only on constant locals. It leaves out all other locals.
func (f *folder) evaluate(locals map[string]*hcl.Attribute) {
	for name := range locals {
		f.locals[name] = cty.NilVal
	}
	for before := -1; before != len(locals); {
		before = len(locals)
		values := evaluation(f.locals, nil)
		for name, a := range locals {
			if value, diags := a.Expr.Value(values); !diags.HasErrors() && value.IsWhollyKnown() {
				f.locals[name] = value
				delete(locals, name)
			}
		}
	}
}

// localName returns the name of this provider in required_providers, or "" if it is not there. It looks for the source
// engine-platform/engine. If there is none, it accepts any source that ends in /engine, because a registry mirror may have another
// namespace.
func (f *folder) localName() string {
	names := slices.Sorted(maps.Keys(f.providers))
	for _, ending := range []string{source, "engine"} {
		fits := func(name string) bool { return strings.HasSuffix("/"+f.providers[name], "/"+ending) }
		if i := slices.IndexFunc(names, fits); i >= 0 {
			return names[i]
		}
	}
	return ""
}

const source = "engine-platform/engine"

// check returns an error if the folder has required_providers without this provider. Terraform allows only one such block, so adopt can't
// add another one in a new file.
func (f *folder) check() error {
	if f.required == nil || f.localName() != "" {
		return nil
	}
	name := "engine"
	if _, isOther := f.providers[name]; isOther {
		name = "engine_platform"
	}
	return fmt.Errorf("%s: required_providers does not have this provider, and Terraform takes one such block only. "+
		"Add to it: %s = { source = %q }", position(*f.required), name, source)
}

// checkTargets returns an error if an import block or an override file names a resource that is declared neither in the folder nor by this
// run of adopt. Terraform would refuse such a block or file.
func (f *folder) checkTargets(written index) error {
	declared := maps.Clone(f.addresses)
	for _, byID := range written {
		for _, o := range byID {
			declared[o.address()] = true
		}
	}
	for _, block := range f.targets {
		if strings.HasPrefix(block.resource, "engine_") && !block.inModule && !declared[block.resource] {
			return fmt.Errorf("%s: Terraform refuses this import block: nothing declares %s, and this run does not write it. "+
				"If the resource has another name now, use that in the block; if its object is gone, delete the block; with -only, run without it",
				position(block.at), block.resource)
		}
	}
	for _, address := range slices.Sorted(maps.Keys(f.overrides)) {
		if !declared[address] {
			return fmt.Errorf("%s: Terraform refuses this file: nothing declares %s, which it changes, and this run does not write it. "+
				"Take it out of the file", f.overrides[address][0].MissingItemRange().Filename, address)
		}
	}
	return nil
}

const (
	baseURL     = "base_url"
	defaultTags = "default_tags"
)

// providerArguments returns the arguments of the folder's provider block that can change a plan, such as default_tags. adopt reads the
// engine at ENGINE_BASE_URL. If the provider block has another address, it returns an error.
func (f *folder) providerArguments() (map[string]cty.Value, error) {
	found := map[string]cty.Value{}
	block := f.arguments[cmp.Or(f.localName(), "engine")]
	values := evaluation(f.locals, nil)
	if a := block[baseURL]; a != nil {
		value, _ := a.Expr.Value(values)
		other := os.Getenv("ENGINE_BASE_URL")
		if isText(value) && other != "" && strings.TrimRight(value.AsString(), "/") != strings.TrimRight(other, "/") {
			return nil, fmt.Errorf("%s: the provider block names the engine %q, but ENGINE_BASE_URL names %q, and adopt reads that one. "+
				"Set the variable to the engine of the folder", position(a.Range), value.AsString(), other)
		}
	}
	if a := block[defaultTags]; a != nil {
		value, diags := a.Expr.Value(values)
		if diags.HasErrors() || !value.IsWhollyKnown() {
			return nil, fmt.Errorf("%s: adopt can't tell what default_tags of the provider block are, because they depend on more than "+
				"constants and locals. Write them as constants", position(a.Range))
		}
		found[defaultTags] = value
	}
	return found, nil
}

// isTaken reports whether the folder already uses an address, so that a new resource can't have it.
func (f *folder) isTaken(address string) bool {
	_, isOld := f.moved[address]
	return f.addresses[address] || isOld || f.overrides[address] != nil
}

// isTakenFile reports whether a new file can't have this name (without .tf). Either there is such a file already, or Terraform would take
// the new file for an override file.
func (f *folder) isTakenFile(stem string) bool {
	low := strings.ToLower(stem)
	return f.files[low+".tf"] || f.files[low+".tofu"] || isOverrideStem(stem)
}

func position(r hcl.Range) string { return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line) }
