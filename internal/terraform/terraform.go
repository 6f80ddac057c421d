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

	"github.com/engine-platform/terraform-provider-engine/internal/process"
)

// Terraform is Terraform or OpenTofu in its folder.
type Terraform struct {
	program, folder string
	environment     []string
}

// New lets a program, terraform or tofu, work in a folder that is there and has a configuration. The provider is the program
// that it finds for the engine; all of them are absolute paths. The environment, as in os.Environ, takes the place of all
// variables of Terraform and of the provider that this process has.
func New(program, folder, provider string, environment ...string) (*Terraform, error) {
	config, err := offerProvider(folder, provider)
	if err != nil {
		return nil, err
	}
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "ENGINE_")
	})
	return &Terraform{program: program, folder: folder, environment: slices.Concat(inherited, environment, []string{
		"HOME=" + folder,
		"TF_CLI_CONFIG_FILE=" + config,
		"TF_IN_AUTOMATION=1",
		"CHECKPOINT_DISABLE=1",
	})}, nil
}

// Init prepares the folder for all other commands.
func (t *Terraform) Init(ctx context.Context) error {
	_, err := t.Run(ctx, "init", "-input=false", "-no-color")
	return err
}

// Run gives what the program wrote to its standard output. Any exit status but 0 is an error, with the end of the messages of
// the program or, where it gave none, of its output. Everything is in the file terraform.log of the folder, too. When the
// context ends, the program is interrupted, and the error is the cause of that.
func (t *Terraform) Run(ctx context.Context, arguments ...string) (output string, err error) {
	log, err := os.OpenFile(filepath.Join(t.folder, "terraform.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	line := filepath.Base(t.program) + " " + strings.Join(arguments, " ")
	if _, err := fmt.Fprintf(log, "\n$ %s\n", line); err != nil {
		return "", err
	}

	command := process.Command(ctx, t.program, arguments...)
	command.Dir, command.Env = t.folder, t.environment
	var written, messages bytes.Buffer
	command.Stdout, command.Stderr = io.MultiWriter(&written, log), io.MultiWriter(&messages, log)
	if err = process.Run(command); err == nil {
		return written.String(), nil
	}
	if ctx.Err() != nil {
		return "", fmt.Errorf("%s: %w", line, context.Cause(ctx))
	}
	if messages.Len() == 0 {
		messages = written
	}
	return "", fmt.Errorf("%s: %w\n%s", line, err, endOf(messages.String()))
}

// endOf is the end of a text that may be long.
func endOf(text string) string {
	const most = 4000
	return text[max(0, len(text)-most):]
}
