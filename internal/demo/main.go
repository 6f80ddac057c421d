// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Demo is what `make demo` runs: Terraform or OpenTofu and the built provider at work on examples/complete, with the
// reference server in place of an engine. It runs both as programs, as a user would; of this module it imports just what runs
// programs, and nothing imports it. Start reading in steps.go, which tells the story.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	// A reader of the account who goes away (`make demo | head`) ends the demo like an interrupt: nothing may be left running.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "\nThe demo failed. %v\n", err)
		os.Exit(1)
	}
}

// run makes the work folder, takes the steps in it, and removes it when all went well.
func run(ctx context.Context, account io.Writer) error {
	program, provider := os.Getenv("TERRAFORM"), os.Getenv("PROVIDER")
	if !filepath.IsAbs(program) || !filepath.IsAbs(provider) {
		return errors.New("TERRAFORM and PROVIDER have to be the absolute paths of terraform or tofu and of the built provider: run `make demo`")
	}
	folder, err := makeWorkFolder()
	if err != nil {
		return err
	}
	if err := takeSteps(ctx, newDemo(program, provider, folder), account); err != nil {
		return fmt.Errorf("%w\nThe configuration, the state and the logs of the demo are in %s", err, folder)
	}
	return os.RemoveAll(string(folder))
}

// takeSteps goes through the story, and prints a line for each step. Whatever happens, the server is not left running.
func takeSteps(ctx context.Context, d *demo, account io.Writer) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d.serverEnded = func(how string) { cancel(fmt.Errorf("the reference server ended: %s", how)) }
	defer func() {
		if d.server == nil {
			return
		}
		if stopErr := d.server.stop(); err == nil {
			err = stopErr
		}
	}()

	begin := time.Now()
	for i, s := range d.steps() {
		stepBegin := time.Now()
		shown, err := s.take(ctx)
		if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(err, cause) {
			err = fmt.Errorf("%w\n%w", cause, err)
		}
		if err != nil {
			return fmt.Errorf("step %d (%s): %w", i+1, s.name, err)
		}
		if _, err := fmt.Fprintf(account, "%2d. %s: %s (%.1f s)\n", i+1, s.name, shown, time.Since(stepBegin).Seconds()); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(account, "All of it took %.1f s. Nothing is left running, and nothing but what make built is left behind.\n", time.Since(begin).Seconds())
	return err
}
