// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package planfile reads Terraform plans and states from the output of terraform show -json. It is the only package that reads plans, so it
// alone decides which values are sensitive.
//
// Start reading at Read. The file sensitive.go hides sensitive values. The file parents.go finds the resource that an attribute refers to,
// even if the id of that resource is not known yet. The package imports base/document and base/inputfile.
package planfile

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
)

// Plan contains the resources of a Terraform plan or a Terraform state.
type Plan struct {
	Resources []Resource // the managed resources, sorted by address
	// Prior contains the resources before the plan is applied. It is nil for a state.
	Prior *Plan

	configuration moduleConfiguration
}

// Resource is an instance of a managed resource.
type Resource struct {
	Address string
	Module  string // the address of the module instance; "" for the root module
	Type    string
	Name    string
	Values  map[string]any
	Unknown any // like Values, with true in place of each value that is known only after apply

	// sensitive has the same structure as Values, but contains true for each sensitive value, as in {"password": true}. Other members of
	// objects are omitted.
	sensitive any
}

// showOutput contains the fields that Read needs. The keys @level and serial are not part of the output of terraform show. They identify
// files that users pass by mistake: the log of terraform plan -json, and a state file.
type showOutput struct {
	Level  string `json:"@level"`
	Serial *int   `json:"serial"`

	PlannedValues *values `json:"planned_values"`
	Values        *values `json:"values"` // set for a state
	PriorState    *struct {
		Values values `json:"values"`
	} `json:"prior_state"`
	ResourceChanges []struct {
		Address string `json:"address"`
		Deposed string `json:"deposed"` // set if this is an old object that a replacement failed to delete
		Change  struct {
			AfterUnknown    any `json:"after_unknown"`
			BeforeSensitive any `json:"before_sensitive"`
			AfterSensitive  any `json:"after_sensitive"`
		} `json:"change"`
	} `json:"resource_changes"`
	Configuration struct {
		RootModule moduleConfiguration `json:"root_module"`
	} `json:"configuration"`
}

type values struct {
	RootModule module `json:"root_module"`
}

type module struct {
	Address   string `json:"address"`
	Resources []struct {
		Address string         `json:"address"`
		Mode    string         `json:"mode"`
		Type    string         `json:"type"`
		Name    string         `json:"name"`
		Values  map[string]any `json:"values"`

		SensitiveValues any `json:"sensitive_values"`
	} `json:"resources"`
	ChildModules []module `json:"child_modules"`
}

// decode decodes the output of terraform show -json. If the file is something else, the error explains how to create the right one.
func (s *showOutput) decode(text []byte, file string) error {
	const zipArchive = "PK\x03\x04"
	if bytes.HasPrefix(text, []byte(zipArchive)) {
		return fmt.Errorf(`this is the binary plan; run "terraform show -json %s > plan.json"`, file)
	}
	const remedy = `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`
	decoder := json.NewDecoder(bytes.NewReader(text))
	err := decoder.Decode(s)
	switch {
	case s.Level != "":
		return errors.New("this is the log of a command with -json; " + remedy)
	case s.Serial != nil:
		return fmt.Errorf(`this is a state file; run "terraform show -json %s > state.json"`, file)
	case err == nil && decoder.More():
		err = errors.New("there is more than one value")
	}
	if err != nil {
		return fmt.Errorf("%w; %s", document.SyntaxError(text, err), remedy)
	}
	return nil
}

// maxSize is the maximum size of a plan in bytes. A plan contains about 10 kB per alert.
const maxSize = 256 << 20

// readFile returns the content of a file, or only its first bytes if it doesn't look like JSON.
func readFile(ctx context.Context, file string) (text []byte, err error) {
	from := inputfile.Open(ctx, file, maxSize)
	defer func() { err = errors.Join(err, from.Close()) }()
	input := bufio.NewReader(from)
	start, err := input.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if trimmed := bytes.TrimSpace(start); len(trimmed) > 0 && trimmed[0] != '{' {
		return start, nil
	}
	return io.ReadAll(input)
}

// Read reads the managed resources of a plan or a state from the output of terraform show -json.
func Read(ctx context.Context, file string) (*Plan, error) {
	text, err := readFile(ctx, file)
	if err != nil {
		return nil, err
	}
	var s showOutput
	if file == inputfile.Stdin {
		file = "the standard input"
	}
	if err := s.decode(text, file); err != nil {
		return nil, fmt.Errorf("%s is not what terraform show -json prints: %w", file, err)
	}
	p := &Plan{configuration: s.Configuration.RootModule}
	for _, v := range []*values{s.PlannedValues, s.Values} {
		if v != nil {
			p.add(v.RootModule)
		}
	}
	changes := map[string]int{}
	for i, change := range s.ResourceChanges {
		if change.Deposed == "" {
			changes[change.Address] = i
		}
	}
	for i := range p.Resources {
		r := &p.Resources[i]
		if c, ok := changes[r.Address]; ok {
			change := s.ResourceChanges[c].Change
			r.Unknown = change.AfterUnknown
			// Hide a value if it is sensitive either before or after the apply, as Terraform does.
			r.sensitive = mergeMarks(r.sensitive, mergeMarks(change.BeforeSensitive, change.AfterSensitive))
		}
	}
	p.sort()
	if s.PriorState != nil {
		p.Prior = &Plan{}
		p.Prior.add(s.PriorState.Values.RootModule)
		p.Prior.sort()
		ShareSensitive(p, p.Prior)
	}
	return p, nil
}

func (p *Plan) sort() {
	slices.SortFunc(p.Resources, func(a, b Resource) int { return cmp.Compare(a.Address, b.Address) })
}

func (p *Plan) add(m module) {
	for _, r := range m.Resources {
		if r.Mode == "managed" {
			p.Resources = append(p.Resources, Resource{
				Address: r.Address, Module: m.Address, Type: r.Type, Name: r.Name, Values: r.Values, sensitive: r.SensitiveValues,
			})
		}
	}
	for _, child := range m.ChildModules {
		p.add(child)
	}
}

// Of returns the resources of a type, such as engine_tab.
func (p *Plan) Of(resourceType string) []Resource {
	var of []Resource
	for _, r := range p.Resources {
		if r.Type == resourceType {
			of = append(of, r)
		}
	}
	return of
}
