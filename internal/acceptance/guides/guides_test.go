// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package guides tests the guides, the example modules and the modules' READMEs. Each script in testdata runs the code blocks of the guide
// with the same name. TestGuidesWork runs the scripts. commands_test.go contains the script commands.
package guides

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const root = "../../.."

// guide is the environment in which one script runs.
type guide struct {
	*script.Script
	checkout    string
	program     string // path of the provider's binary
	blocks      []terraformtest.Block
	isConnected bool                 // whether commands can use the engine
	shell       *terraform.Terraform // created by the first command that needs it
}

// TestGuidesWork runs the scripts in testdata, which check that the commands and configurations in the guides work as described. Each code
// block in a guide becomes a file for the guide's script, such as 1.sh, 2.terraform or 1.text. The commands in a workflow (a yaml block)
// become workflow.sh. A file named versions contains a required_providers block. Scripts can use the commands in package script and in
// commands_test.go.
func TestGuidesWork(t *testing.T) {
	t.Parallel()
	program := terraformtest.Build(t)
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	script.Run(t, "testdata", commands(), func(s *script.Script, env *testscript.Env) (*guide, error) {
		s.Engine = providertest.StartEngine(t, refserver.Options{Collections: []string{"tag/tags"}})
		g := &guide{Script: s, checkout: checkout, program: program}
		env.Setenv("CHECKOUT", checkout)
		page := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
		if _, err := os.Stat(root + "/templates/guides/" + page + ".md"); err == nil {
			g.blocks = terraformtest.AllBlocks(t, page)
		}
		return g, g.writeBlocks()
	})
}

func (g *guide) writeBlocks() error {
	counts := map[string]int{}
	files := map[string]string{"versions": terraformtest.Versions}
	for _, block := range g.blocks {
		counts[block.Language]++
		files[fmt.Sprint(counts[block.Language], ".", block.Language)] = block.Text
		if block.Language != "yaml" {
			continue
		}
		var workflow struct {
			Jobs map[string]struct{ Steps []struct{ Run string } }
		}
		if err := yaml.Unmarshal([]byte(block.Text), &workflow); err != nil {
			return err
		}
		for _, job := range workflow.Jobs {
			for _, step := range job.Steps {
				files["workflow.sh"] += step.Run
			}
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(g.Dir, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// run executes a shell script, which stops at the first failing command. The output includes standard error.
func (g *guide) run(script string) error {
	if g.shell == nil {
		environment := []string{"ENGINE_BASE_URL=http://127.0.0.1:9", "ENGINE_ACCESS_ID=a", "ENGINE_SECRET_KEY=b"}
		if g.isConnected {
			environment = g.Environment()
		}
		g.shell = terraformtest.Shell(g.T, g.Dir, g.program, append(environment, "CHECKOUT="+g.checkout)...)
	}
	var err error
	g.Output, err = g.shell.Run(g.Context(), "-c", "exec 2>&1\nset -e\n"+script)
	return err
}

// followed returns an error unless the last command's output contains the given lines, in the same order.
func (g *guide) followed(content string) error {
	rest := script.OneSpaced(g.Output)
	for line := range strings.Lines(strings.TrimSpace(content)) {
		_, after, ok := strings.Cut(rest, script.OneSpaced(line))
		if !ok {
			return fmt.Errorf("%q does not follow in\n%s", line, rest)
		}
		rest = after
	}
	return nil
}

// fileName matches a line that names a code block's file, such as "# main.tf".
var fileName = regexp.MustCompile(`(?m)^# (\S+\.(?:hcl|tf|yaml))$`)

// write stores a code block in a file. A comment in the block, such as "# main.tf", can name the file. Without such a comment, write uses
// the first name in the files parameter. It returns the names that are still unused.
func (g *guide) write(block terraformtest.Block, files []string) (left []string, err error) {
	var name string
	if named := fileName.FindStringSubmatch(block.Text); named != nil {
		name = named[1]
	} else if len(files) == 0 {
		return nil, fmt.Errorf("nothing names the file of\n%s", block.Text)
	} else {
		name, files = files[0], files[1:]
	}
	path := filepath.Join(g.Dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	return files, os.WriteFile(path, []byte(block.Text), 0o600)
}

// follow does what the guide says, block by block. It writes configurations to files and runs commands. After a command, the next block
// with the language text lists lines that the command's output must contain. If the block right after a command contains "Failure!", the
// command must fail. A json block changes the alerts in the engine, and an http block lists the write requests that the engine must have
// received. With -apply, follow also applies each configuration, and compares each text block with the output of a plan.
func (g *guide) follow(files []string) error {
	applies := slices.Contains(files, "-apply")
	for i, block := range g.blocks {
		var err error
		switch block.Language {
		case "json":
			err = g.Change("alert", block.Text)
		case "http":
			err = g.received([]string{block.Text})
		case "sh":
			fails := i+1 < len(g.blocks) && strings.Contains(g.blocks[i+1].Text, "Failure!")
			if err = g.run(block.Text); fails && err != nil {
				err = nil
			} else if fails {
				err = fmt.Errorf("%s does not fail", block.Text)
			}
		case "text":
			if applies {
				err = g.run("terraform plan")
			}
			err = errors.Join(err, g.followed(block.Text))
		default:
			if !applies {
				files, err = g.write(block, files)
				break
			}
			if _, err = g.write(block, []string{"main.tf"}); err == nil {
				g.ClearRequests()
				err = g.run("test -d .terraform || terraform init\nterraform apply -auto-approve\nterraform plan -detailed-exitcode")
			}
		}
		if err != nil {
			return err
		}
	}
	if len(files) > 0 && !applies {
		return fmt.Errorf("the guide has no blocks for %q", files)
	}
	return nil
}

// install runs the installation command from the "getting-started" guide with the script's directory as HOME.
func (g *guide) install(command string) error {
	build := exec.CommandContext(g.Context(), "sh", "-c", command)
	build.Dir, build.Env = root, append(os.Environ(), "HOME="+g.Dir, "MAKEFLAGS= -- BIN="+filepath.Join(g.Dir, "bin"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		value, err := exec.CommandContext(g.Context(), "go", "env", name).Output()
		if err != nil {
			return err
		}
		build.Env = append(build.Env, name+"="+strings.TrimSpace(string(value)))
	}
	g.program, g.blocks = filepath.Join(g.Dir, "bin", terraformtest.Program), g.blocks[1:]
	output, err := build.CombinedOutput()
	g.Output = string(output)
	return err
}
