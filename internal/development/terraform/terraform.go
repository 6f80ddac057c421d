// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraform

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

// Log is the name of a file in the configuration's directory. Run appends each command and its output to this file.
const Log = "terraform.log"

// Terraform runs Terraform or OpenTofu commands in one directory.
type Terraform struct {
	program, directory string
	environment        []string
}

// New returns a Terraform for an existing directory with a configuration. program is the absolute path of terraform or tofu. provider is
// the absolute path of the provider's binary. The commands inherit this process's environment except for the TF_ and ENGINE_ variables. The
// environment argument contains additional variables, such as "TF_INPUT=0".
func New(program, directory, provider string, environment ...string) (*Terraform, error) {
	config, err := offerProvider(directory, provider)
	if err != nil {
		return nil, err
	}
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "ENGINE_")
	})
	return &Terraform{program: program, directory: directory, environment: slices.Concat(inherited, environment, []string{
		"HOME=" + directory,
		"TF_CLI_CONFIG_FILE=" + config,
		"TF_IN_AUTOMATION=1",
		"CHECKPOINT_DISABLE=1",
	})}, nil
}

// Init runs the init command. Call it before any other command.
func (t *Terraform) Init(ctx context.Context) error {
	_, err := t.Run(ctx, "init", "-input=false", "-no-color")
	return err
}

// Run runs a command such as "plan" and returns its standard output, even if the command fails. If the exit status is not 0, Run returns an
// error that quotes the end of standard error, or of standard output if standard error is empty. If ctx is canceled, Run interrupts the
// command and returns an error that wraps context.Cause(ctx). Run appends all output to the Log file.
func (t *Terraform) Run(ctx context.Context, arguments ...string) (output string, err error) {
	log, err := os.OpenFile(filepath.Join(t.directory, Log), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	line := filepath.Base(t.program) + " " + strings.Join(arguments, " ")
	if _, err := fmt.Fprintf(log, "\n$ %s\n", line); err != nil {
		return "", err
	}

	command := process.Command(ctx, t.program, arguments...)
	command.Dir, command.Env = t.directory, t.environment
	var written, messages bytes.Buffer
	command.Stdout, command.Stderr = io.MultiWriter(&written, log), io.MultiWriter(&messages, log)
	if err = process.Run(command); err == nil {
		return written.String(), nil
	}
	if ctx.Err() != nil {
		return written.String(), fmt.Errorf("%s: %w", line, context.Cause(ctx))
	}
	if messages.Len() == 0 {
		messages = written
	}
	return written.String(), fmt.Errorf("%s: %w\n%s", line, err, endOf(messages.String()))
}

func endOf(text string) string {
	const most = 4000
	return text[max(0, len(text)-most):]
}
