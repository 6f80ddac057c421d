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
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// directory represents the configuration that already exists in the directory to which adopt writes. Override files change declarations in
// other files, as they do in Terraform.
type directory struct {
	*configuration.Declarations
	files     map[string]bool           // names of all entries, in lower case
	addresses map[string]bool           // resource addresses
	moved     map[string]string         // the new address of each moved resource; "" if it was removed
	overrides map[string][]hcl.Body     // bodies of resources in override files, by address
	imports   map[string]importBlock    // import blocks with a constant id, by resource type and id
	targets   []importBlock             // all import blocks
	locals    map[string]cty.Value      // values of locals by name; cty.NilVal if a value is not constant
	arguments map[string]hcl.Attributes // arguments of provider blocks without an alias, by local name
}

// readDirectory reads the configuration in a directory, which may not exist yet. It returns an error if any file is invalid, because it
// can't tell which resources that file declares.
func readDirectory(dir *configuration.Directory) (*directory, error) {
	f := &directory{
		files: map[string]bool{}, addresses: map[string]bool{}, moved: map[string]string{},
		overrides: map[string][]hcl.Body{}, imports: map[string]importBlock{},
		Declarations: configuration.NewDeclarations(), arguments: map[string]hcl.Attributes{},
	}
	entries, err := os.ReadDir(dir.Path)
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
	for _, name := range configuration.Select(names) {
		file, err := dir.Parse(name)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(f.Add(file.Body), f.addBlocks(file.Body, configuration.IsOverride(name))); err != nil {
			return nil, err
		}
	}
	f.locals = f.localValues()
	return f, f.check()
}

// localValues returns the values of the locals. If a local depends on anything but constants and other locals, its value is cty.NilVal.
func (f *directory) localValues() map[string]cty.Value {
	scope := &configuration.Scope{Declared: &configuration.Declarations{Locals: f.Locals}}
	values := map[string]cty.Value{}
	for name, a := range f.Locals {
		if values[name] = scope.Value(a.Expr, nil); !values[name].IsWhollyKnown() {
			values[name] = cty.NilVal
		}
	}
	return values
}

// localName returns the name of this provider in required_providers, or "" if it is not listed there. If several names qualify, the one
// with the source engine-platform/engine takes precedence. The others have the source of a mirror: a different address that ends in
// /engine.
func (f *directory) localName() string {
	names := slices.Sorted(maps.Keys(f.Providers))
	for _, ending := range []string{source, "engine"} {
		fits := func(name string) bool { return strings.HasSuffix("/"+f.Providers[name], "/"+ending) }
		if i := slices.IndexFunc(names, fits); i >= 0 {
			return names[i]
		}
	}
	return ""
}

const source = "engine-platform/engine"

// check returns an error if there is a required_providers block without this provider. adopt can't add a second block because Terraform
// allows only one.
func (f *directory) check() error {
	if f.Required == nil || f.localName() != "" {
		return nil
	}
	name := "engine"
	if _, isOther := f.Providers[name]; isOther {
		name = "engine_platform"
	}
	return fmt.Errorf("%s: required_providers lacks this provider, and Terraform allows only one such block. "+
		"Add this entry: %s = { source = %q }", position(*f.Required), name, source)
}

// checkTargets returns an error if an import block or override file refers to a resource that is neither declared in the directory nor
// written by this run. Terraform would reject such a configuration.
func (f *directory) checkTargets(written index) error {
	declared := maps.Clone(f.addresses)
	for _, byID := range written {
		for _, o := range byID {
			declared[o.address()] = true
		}
	}
	for _, block := range f.targets {
		if strings.HasPrefix(block.resource, "engine_") && !block.inModule && !declared[block.resource] {
			return fmt.Errorf("%s: Terraform rejects this import block: nothing declares %s, and this run does not write it. "+
				"If the resource has a different name now, use that in the block; if its object is gone, delete the block; with -only, run without it",
				position(block.at), block.resource)
		}
	}
	for _, address := range slices.Sorted(maps.Keys(f.overrides)) {
		if !declared[address] {
			return fmt.Errorf("%s: Terraform rejects this file: nothing declares %s, which it changes, and this run does not write it. "+
				"Remove the block from the file", f.overrides[address][0].MissingItemRange().Filename, address)
		}
	}
	return nil
}

const (
	baseURL     = "base_url"
	defaultTags = "default_tags"
)

// providerArguments returns the provider block's arguments that affect plans. It returns an error if base_url differs from ENGINE_BASE_URL,
// because adopt reads the engine at the address in that variable.
func (f *directory) providerArguments() (map[string]cty.Value, error) {
	found := map[string]cty.Value{}
	block := f.arguments[cmp.Or(f.localName(), "engine")]
	values := evalContext(f.locals, nil)
	if a := block[baseURL]; a != nil {
		value, _ := a.Expr.Value(values)
		other := os.Getenv("ENGINE_BASE_URL")
		if configuration.IsString(value) && other != "" && strings.TrimRight(value.AsString(), "/") != strings.TrimRight(other, "/") {
			return nil, fmt.Errorf("%s: the provider block names the engine %q, but ENGINE_BASE_URL names %q, and adopt reads that one. "+
				"Set the variable to the engine of the directory", position(a.Range), value.AsString(), other)
		}
	}
	if a := block[defaultTags]; a != nil {
		value, diags := a.Expr.Value(values)
		if diags.HasErrors() || !value.IsWhollyKnown() {
			return nil, fmt.Errorf("%s: adopt can't determine what default_tags of the provider block are, because they depend on more than "+
				"constants and locals. Write them as constants", position(a.Range))
		}
		found[defaultTags] = value
	}
	return found, nil
}

// isTaken reports whether a resource address is already in use in the directory. adopt can't use such an address for a new resource.
func (f *directory) isTaken(address string) bool {
	_, isOld := f.moved[address]
	return f.addresses[address] || isOld || f.overrides[address] != nil
}

// isTakenFile reports whether the file stem.tf already exists or would be an override file. adopt must not write such a file.
func (f *directory) isTakenFile(stem string) bool {
	low := strings.ToLower(stem)
	return f.files[low+".tf"] || f.files[low+".tofu"] || configuration.IsOverrideStem(stem)
}

func position(r hcl.Range) string { return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line) }
