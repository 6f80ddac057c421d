// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// estate is a set of objects to adopt; fill creates them in an engine.
type estate struct {
	name string
	fill func(ctx context.Context, e *benchEngine, count int) error
}

// alertEstate returns an estate of alerts.
func alertEstate() estate {
	return estate{alerts().name, func(ctx context.Context, e *benchEngine, count int) error { return alerts().fill(ctx, e, count) }}
}

// mixedEstate returns an estate of alerts, widgets with 6 items, nodes, a dashboard and a tab.
func mixedEstate() estate {
	return estate{"mixed objects", func(ctx context.Context, e *benchEngine, count int) error {
		count -= 2 // the dashboard and the tab
		some := count / 5
		if err := widgets().fill(ctx, e, 2*some); err != nil {
			return err
		}
		for i := range some {
			if _, err := e.create(ctx, "/v3/engine/compute/nodes/all/", map[string]any{"name": fmt.Sprintf("Node %d", i), "type": "self_hosted"}); err != nil {
				return err
			}
		}
		return alerts().fill(ctx, e, count-3*some)
	}}
}

// fill creates objects in an engine.
func (s subject) fill(ctx context.Context, e *benchEngine, count int) error {
	attributes, err := s.attributes(ctx, e)
	if err != nil {
		return err
	}
	for i := range count {
		if _, err := e.create(ctx, s.path, s.object(attributes, i)); err != nil {
			return err
		}
	}
	return nil
}

// adopt is the provider's subcommand. It is measured without Terraform.
const adopt = "adopt"

// importPlan is the first plan of a configuration with import blocks.
func importPlan(count int) operation {
	return operation{
		name: "first plan with imports", arguments: []string{"plan", "-input=false", "-no-color", "-out=" + importPlanFile},
		says: fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", count),
	}
}

const (
	importPlanFile = "import.tfplan"
	// importsFile holds the states that the echo returns for imports.
	importsFile = "imports.json"
)

// measureAdoption adopts an engine once. If planned is set, it also measures the first plan of the adopted configuration, with the
// provider and with the echo. The echo returns the states that the provider imported.
func (m *measurer) measureAdoption(ctx context.Context, s estate, count int, planned bool) (err error) {
	m.tell("%d %s to adopt: prepare", count, s.name)
	e, err := startEngine(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.stop()) }()
	if err := s.fill(ctx, e, count); err != nil {
		return err
	}
	folder := filepath.Join(m.parent, fmt.Sprintf("adopt %d %s", count, s.name))
	taken, err := m.adopt(ctx, e, folder)
	if err != nil {
		return err
	}
	m.take(fmt.Sprintf("%s, %d %s", adopt, count, s.name), m.released(), taken)
	if !planned {
		return nil
	}
	what := fmt.Sprintf("%s, %d %s", importPlan(count).name, count, s.name)
	for _, v := range []variant{m.released(), floor()} {
		taken, err := m.planImports(ctx, e, folder, v, count)
		if err != nil {
			return err
		}
		m.take(what, v, taken)
	}
	return nil
}

// take records a sample.
func (m *measurer) take(what string, v variant, taken sample) {
	found := m.series(what, v)
	found.samples = append(found.samples, taken)
	m.tell("%s, %s: %.2f s", what, v.name, taken.wall.Seconds())
}

// adopt runs the adopt subcommand and measures it.
func (m *measurer) adopt(ctx context.Context, e *benchEngine, folder string) (sample, error) {
	command := process.Command(ctx, m.provider, adopt, "-dir", folder)
	command.Env = append(os.Environ(), e.environment()...)
	var output strings.Builder
	command.Stdout, command.Stderr = &output, os.Stderr
	before, begin := e.requests.Load(), time.Now()
	if err := process.Run(command); err != nil {
		return sample{}, fmt.Errorf("adopt: %w\n%s", err, output.String())
	}
	taken := sample{wall: time.Since(begin), requests: e.requests.Load() - before}
	if says := " to import, 0 to change\n"; !strings.HasSuffix(output.String(), says) {
		return sample{}, fmt.Errorf("adopt did not say %q:\n%s", says, output.String())
	}
	var err error
	taken.usage, err = usageOf(command.ProcessState)
	return taken, err
}

// planImports measures the first plan of an adopted configuration.
func (m *measurer) planImports(ctx context.Context, e *benchEngine, adopted string, v variant, count int) (sample, error) {
	folder := adopted + " " + v.name
	if err := os.CopyFS(folder, os.DirFS(adopted)); err != nil {
		return sample{}, err
	}
	launcher, err := os.Executable()
	if err != nil {
		return sample{}, err
	}
	imports := filepath.Join(adopted, importsFile)
	w := &workplace{variant: v, engine: e, usage: filepath.Join(folder, "usage")}
	w.terraform, err = terraform.New(m.terraform, folder, launcher, append(e.environment(),
		providerVariable+"="+v.provider, usageVariable+"="+w.usage, importsVariable+"="+imports)...)
	if err != nil {
		return sample{}, err
	}
	if err := w.terraform.Init(ctx); err != nil {
		return sample{}, err
	}
	taken, err := w.do(ctx, importPlan(count))
	if err != nil || v != m.released() {
		return taken, err
	}
	return taken, keepImports(ctx, w.terraform, imports)
}

// keepImports writes the imported states of a plan to a file, by import id.
func keepImports(ctx context.Context, t *terraform.Terraform, file string) error {
	shown, err := t.Run(ctx, "show", "-json", importPlanFile)
	if err != nil {
		return err
	}
	var plan struct {
		ResourceChanges []*tfjson.ResourceChange `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(shown), &plan); err != nil {
		return err
	}
	states := map[string]any{}
	for _, change := range plan.ResourceChanges {
		if change.Change.Importing != nil {
			states[change.Change.Importing.ID] = change.Change.Before
		}
	}
	encoded, err := json.Marshal(states)
	if err != nil {
		return err
	}
	return os.WriteFile(file, encoded, 0o600)
}
