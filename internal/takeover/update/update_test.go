// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

var golden = flag.Bool("update", false, "write the expected output into testdata")

// archive is a txtar file in testdata, which contains a configuration and these files:
//
//	apply        the addresses of the resources to create, one per line
//	engine.json  the changes that are then made in the engine: new values by address and path, or null to delete an object
//	edited/...   configuration files that the user edits after the apply
//	want         the output of a dry run
type archive struct {
	*txtar.Archive
	name string
}

func (a archive) file(name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// write writes the configuration files in a directory of the archive. If the archive's name ends in _crlf, the files get CRLF line endings.
func (a archive) write(p *project, directory string) {
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, directory)
		if !ok || !strings.Contains(name, ".tf") {
			continue
		}
		text := string(f.Data)
		if strings.HasSuffix(a.name, "_crlf.txtar") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		p.write(name, text)
	}
}

// wantOutput compares a dry run's output with the want file in the archive. With -update, it instead writes the output to that file.
func (a archive) wantOutput(t *testing.T, output string) {
	t.Helper()
	output = strings.ReplaceAll(output, "\r\n", "\n")
	if !*golden {
		if diff := cmp.Diff(a.file("want"), output); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return
	}
	if last := len(a.Files) - 1; a.Files[last].Name == "want" {
		a.Files = a.Files[:last]
	}
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(output)})
	if err := os.WriteFile(a.name, txtar.Format(a.Archive), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestUpdates checks that a dry run prints the expected output and writes nothing. An update must then make exactly the changes that the
// dry run printed, and a second update must change nothing.
func TestUpdates(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			content, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			a, p := archive{content, name}, newProject(t)
			a.write(p, "")
			p.apply(strings.Fields(a.file("apply"))...)
			p.change(a.file("engine.json"))
			a.write(p, "edited/")
			before := p.contents()
			output, _ := p.output(Settings{DryRun: true})
			if diff := cmp.Diff(before, p.contents()); diff != "" {
				t.Errorf("a dry run wrote:\n%s", diff)
			}
			a.wantOutput(t, output)
			first := p.update(Settings{})
			p.wantDifferences(before, output)
			after := p.contents()
			second := p.update(Settings{})
			if diff := cmp.Diff(after, p.contents()); diff != "" || len(second.Changes) > 0 || len(second.Decisions) != len(first.Decisions) {
				t.Errorf("a second run changes %v\n%s\nand leaves %v", second.Changes, diff, second.Decisions)
			}
		})
	}
}

// wantDifferences checks that the files changed exactly as shown in a dry run's output. oldContents contains the files before the update.
func (p *project) wantDifferences(oldContents map[string]string, output string) {
	p.Helper()
	shown, _, _ := strings.Cut(output, "Objects read: ")
	for name, text := range p.contents() {
		f := configuration.File{Path: name, Src: []byte(oldContents[name])}
		if text == oldContents[name] {
			continue
		}
		difference := string(f.Difference("a/"+name, text))
		if !strings.Contains(shown, difference) {
			p.Errorf("the dry run did not show:\n%s", difference)
		}
		shown = strings.Replace(shown, difference, "", 1)
		if f.HasCRLF() && !(&configuration.File{Src: []byte(text)}).HasCRLF() {
			p.Errorf("%s has lines without CR: %q", name, text)
		}
	}
	if shown != "" {
		p.Errorf("only the dry run showed:\n%s", shown)
	}
}
