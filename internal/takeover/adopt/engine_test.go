// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

type object = map[string]any

// project is a test engine with objects and the directory to adopt them into.
type project struct {
	*testing.T
	*providertest.Engine
	dir string
}

func newProject(t *testing.T, objects map[string][]object) *project {
	t.Helper()
	return newProjectWith(t, refserver.Options{}, objects)
}

func newProjectWith(t *testing.T, options refserver.Options, objects map[string][]object) *project {
	t.Helper()
	e := providertest.StartEngine(t, options)
	t.Setenv("ENGINE_BASE_URL", e.URL)
	t.Setenv("ENGINE_ACCESS_ID", e.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", e.SecretKey())
	p := &project{T: t, Engine: e, dir: filepath.Join(t.TempDir(), "plant")}
	p.seed(objects)
	return p
}

func (p *project) seed(objects map[string][]object) {
	p.Helper()
	if err := p.Seed(objects); err != nil {
		p.Fatal(err)
	}
}

func (p *project) run(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, problems strings.Builder
	status = commandline.Run(ctx, adopt.Command("test"), append([]string{"-dir", p.dir}, args...), nil, &out, &problems)
	return status, out.String(), problems.String()
}

// adopt runs the adopt subcommand and returns its output. lastLine is the expected last line of standard output. The expected exit status
// is 1 if lastLine is empty or reports that objects were left out. Otherwise, it is 0.
func (p *project) adopt(lastLine string) string {
	p.Helper()
	status, stdout, stderr := p.run(p.Context())
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	wantStatus := 0
	if strings.Contains(lastLine, "left out") || lastLine == "" {
		wantStatus = 1
	}
	if status != wantStatus || lines[len(lines)-1] != lastLine {
		p.Fatalf("status %d, want %d, and %q last:\n%s\n%s", status, wantStatus, lastLine, stdout, stderr)
	}
	return stdout + stderr
}

func (p *project) file(name string) string {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

func (p *project) files() map[string]string {
	p.Helper()
	entries, err := os.ReadDir(p.dir)
	if err != nil && !os.IsNotExist(err) {
		p.Fatal(err)
	}
	all := map[string]string{}
	for _, entry := range entries {
		all[entry.Name()] = p.file(entry.Name())
	}
	return all
}

// id returns a UUID for a number, such as 00000000-0000-4000-8000-000000000007 for 7.
func id(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

//go:embed testdata/pumps.json
var pumpsJSON []byte

func pumps() map[string][]object {
	var objects map[string][]object
	if err := document.DecodeInto(pumpsJSON, &objects); err != nil {
		panic(err)
	}
	return objects
}

func (p *project) write(name, text string) {
	p.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
}
