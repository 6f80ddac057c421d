// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Demo is the program that `make demo` runs: it shows Terraform or OpenTofu with the built provider on examples/complete, and the
// reference server in place of an engine. It runs all of them as programs, as a user would. Of this module it imports just the
// packages that run programs; nothing imports it. Start reading in steps.go.
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
	// If the reader of the output goes away (`make demo | head`), the demo stops as after an interrupt, so that nothing keeps
	// running.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "\nThe demo failed. %v\n", err)
		os.Exit(1)
	}
}

// run creates the work folder, takes the steps, and removes the folder if all went well.
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

// takeSteps takes all steps and prints a line for each. It always stops the server.
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
