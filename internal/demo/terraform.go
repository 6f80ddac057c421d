// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// planFile is where a plan waits to be applied.
const planFile = "demo.tfplan"

// terraform is Terraform or OpenTofu, run as a program in the folder of the example.
type terraform struct {
	program     string
	folder      workFolder
	environment []string
}

// newTerraform leaves the settings of whoever runs the demo outside: variables, configuration files and plugins.
func newTerraform(program string, folder workFolder, s *server) *terraform {
	environment := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "ENGINE_")
	})
	environment = append(environment, s.environment()...)
	return &terraform{program: program, folder: folder, environment: append(environment,
		"HOME="+string(folder),
		"TF_CLI_CONFIG_FILE="+folder.terraformConfig(),
		"TF_IN_AUTOMATION=1",
		"CHECKPOINT_DISABLE=1",
	)}
}

// version is the name and version that the program gives itself, for example "Terraform v1.11.4".
func (t *terraform) version(ctx context.Context) (string, error) {
	text, err := t.run(ctx, "version")
	name, _, _ := strings.Cut(text, "\n")
	return name, err
}

func (t *terraform) init(ctx context.Context) error {
	_, err := t.run(ctx, "init", "-input=false", "-no-color")
	return err
}

func (t *terraform) apply(ctx context.Context) error {
	_, err := t.run(ctx, "apply", "-input=false", "-no-color", "-auto-approve")
	return err
}

// applyPlan applies what the last plan said.
func (t *terraform) applyPlan(ctx context.Context) error {
	_, err := t.run(ctx, "apply", "-input=false", "-no-color", planFile)
	return err
}

func (t *terraform) destroy(ctx context.Context) error {
	_, err := t.run(ctx, "destroy", "-input=false", "-no-color", "-auto-approve")
	return err
}

// planIsEmpty makes a plan that has to be empty: no change of a resource or of an output.
func (t *terraform) planIsEmpty(ctx context.Context) error {
	_, err := t.run(ctx, "plan", "-input=false", "-no-color", "-detailed-exitcode")
	return err
}

// plan makes a plan, for applyPlan, and gives what it says.
func (t *terraform) plan(ctx context.Context) (plan, error) {
	if _, err := t.run(ctx, "plan", "-input=false", "-no-color", "-out="+planFile); err != nil {
		return plan{}, err
	}
	text, err := t.run(ctx, "show", "-json", planFile)
	if err != nil {
		return plan{}, err
	}
	return decodePlan(text)
}

// run gives what the program wrote to its standard output. Any status but 0 is an error, with the messages of the program or,
// where it gave none, with its output: a plan that is not empty.
func (t *terraform) run(ctx context.Context, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, t.program, arguments...)
	command.Dir = t.folder.example()
	command.Env = t.environment
	command.SysProcAttr = ownGroup()
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 15 * time.Second
	var output, messages bytes.Buffer
	command.Stdout, command.Stderr = &output, &messages
	err := command.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		// It did not end at the interrupt and was killed: so are the plugins that it started.
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	}
	line := filepath.Base(t.program) + " " + strings.Join(arguments, " ")
	if logErr := t.log("$ " + line + "\n" + output.String() + messages.String() + "\n"); logErr != nil {
		return "", logErr
	}
	if err != nil && messages.Len() == 0 {
		messages = output
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", line, err, messages.String())
	}
	return output.String(), nil
}

func (t *terraform) log(text string) error {
	file, err := os.OpenFile(t.folder.terraformLog(), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
