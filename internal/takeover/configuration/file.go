// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package configuration reads Terraform configurations. It selects and parses the files in a directory, collects their declarations, and
// evaluates expressions. It can also edit a file without changing the rest of its text.
//
// The package imports only base/inputfile. Start reading at Directory. declarations.go collects declarations, values.go evaluates
// expressions, and edit.go changes files.
package configuration

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
)

// Select returns the names of the files that Terraform or OpenTofu would read, with override files last. If a directory contains both
// main.tf and main.tofu, Select skips main.tf, as OpenTofu does.
func Select(names []string) []string {
	var ordinary, overrides []string
	for _, name := range names {
		stem, extension := split(name)
		tofu := strings.Replace(extension, ".tf", ".tofu", 1)
		switch {
		case extension == "", IsIgnored(name), tofu != extension && slices.Contains(names, stem+tofu):
		case IsOverride(name):
			overrides = append(overrides, name)
		default:
			ordinary = append(ordinary, name)
		}
	}
	return append(ordinary, overrides...)
}

// IsConfiguration reports whether a file name has the extension of a configuration file, such as .tf or .tofu.json.
func IsConfiguration(name string) bool {
	_, extension := split(name)
	return extension != ""
}

// IsIgnored reports whether Terraform ignores a file because it is hidden (.a.tf) or an editor backup (#a.tf#, a.tf~).
func IsIgnored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#")
}

// IsOverride reports whether a path names an override file, such as override.tf or plant_override.tf.json.
func IsOverride(name string) bool {
	stem, _ := split(path.Base(name))
	return IsOverrideStem(stem)
}

// IsOverrideStem reports whether stem, a file name without its extension, names an override file.
func IsOverrideStem(stem string) bool {
	return stem == "override" || strings.HasSuffix(stem, "_override")
}

func split(name string) (stem, extension string) {
	for _, extension := range []string{".tf.json", ".tofu.json", ".tf", ".tofu"} {
		if stem, ok := strings.CutSuffix(name, extension); ok {
			return stem, extension
		}
	}
	return name, ""
}

// maxSize is the maximum size of a configuration file in bytes.
const maxSize = 256 << 20

// Directory reads the files of a configuration and its modules. It parses each file only once.
type Directory struct {
	Path  string
	Files map[string]*File // the files that were parsed, by path
}

// Parse returns the parsed file at a path relative to the directory.
func (d *Directory) Parse(path string) (*File, error) {
	if f := d.Files[path]; f != nil {
		return f, nil
	}
	src, err := ReadFile(d.Path, filepath.FromSlash(path))
	if err != nil {
		return nil, err
	}
	return d.add(path, src)
}

func (d *Directory) add(path string, src []byte) (*File, error) {
	body, err := Parse(path, src)
	if err != nil {
		return nil, err
	}
	if d.Files == nil {
		d.Files = map[string]*File{}
	}
	d.Files[path] = &File{Path: path, Src: src, Body: body}
	return d.Files[path], nil
}

// With returns a copy of the directory in which some files, keyed by path, have new contents. It does not write to disk.
func (d *Directory) With(texts map[string]string) (*Directory, error) {
	other := &Directory{d.Path, maps.Clone(d.Files)}
	for path, text := range texts {
		if _, err := other.add(path, []byte(text)); err != nil {
			return nil, err
		}
	}
	return other, nil
}

// ReadFile returns the contents of a configuration file. It returns an error for a pipe, or anything else that is not a regular file.
func ReadFile(dir, name string) ([]byte, error) {
	return inputfile.ReadRegular(filepath.Join(dir, name), maxSize)
}

// Parse parses a file as JSON if its name ends in .json, and as HCL native syntax otherwise.
func Parse(name string, text []byte) (hcl.Body, error) {
	if !strings.HasSuffix(name, ".json") {
		return ParseNative(name, text)
	}
	file, diags := json.Parse(text, name)
	if diags.HasErrors() {
		return nil, fmt.Errorf("parse the configuration: %w", diags)
	}
	return file.Body, nil
}

// ParseNative parses a file in HCL native syntax.
func ParseNative(name string, text []byte) (*hclsyntax.Body, error) {
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
