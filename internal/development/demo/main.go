// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Demo is the program that `make demo` runs. It runs Terraform or OpenTofu with the built provider on examples/complete. The reference
// server stands for an engine. The demo starts all three as programs, as a user would, and imports only the packages that run programs.
// Start reading in steps.go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

const (
	exampleFolder = "examples/complete"
	workFolder    = "bin/demo"

	// stepsArgument is the command line argument with which the demo starts itself a second time. This second process runs the steps. It finds
	// the server's address in the environment.
	stepsArgument = "steps"
)

func main() {
	// If the reader of the output ends, as in `make demo | head`, the demo stops as after Ctrl-C, so that no process keeps running.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	run := runServer
	if len(os.Args) == 2 && os.Args[1] == stepsArgument {
		run = takeSteps
	}
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Println(err) // The steps write errors to standard output, because their standard error goes to the server's log file.
		os.Exit(1)
	}
}

// runServer starts the reference server. The server runs this program again, with the steps. If all steps succeed, runServer removes the
// work folder.
func runServer(ctx context.Context) error {
	provider := os.Getenv("PROVIDER")
	if !filepath.IsAbs(os.Getenv("TERRAFORM")) || !filepath.IsAbs(provider) {
		return errors.New("TERRAFORM and PROVIDER have to be the absolute paths of terraform or tofu and of the built provider: " +
			"run `make demo`")
	}
	if err := makeWorkFolder(); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	begin := time.Now()
	log, err := os.Create(filepath.Join(workFolder, "server.log"))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	data := filepath.Join(workFolder, "engine.jsonl")
	command := process.Command(ctx, provider, "reference-server", "-data", data, "--", self, stepsArgument)
	command.Stdout, command.Stderr = os.Stdout, log
	command.WaitDelay *= 2 // An interrupted step first waits for Terraform.
	if err := process.Run(command); err != nil {
		return fmt.Errorf("the demo failed (%w). The configuration, the state and the logs are in %s", err, workFolder)
	}
	_, err = fmt.Printf("%2d. End of the reference server: ended with status 0\n"+
		"All of it took %.1f s. Nothing is left running, and nothing but what make built is left behind.\n",
		len(new(demo).steps())+1, time.Since(begin).Seconds())
	return errors.Join(err, os.RemoveAll(workFolder))
}

func makeWorkFolder() error {
	if err := os.RemoveAll(workFolder); err != nil {
		return err
	}
	if err := os.MkdirAll(workFolder, 0o755); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(exampleFolder, "*.tf"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there is no configuration in %s: run `make demo` in the checkout", exampleFolder)
	}
	for _, file := range files {
		err = errors.Join(err, copyFile(filepath.Join(workFolder, filepath.Base(file)), file))
	}
	return err
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}

func takeSteps(ctx context.Context) error {
	d, err := newDemo()
	if err != nil {
		return err
	}
	for i, s := range d.steps() {
		begin := time.Now()
		result, err := s.take(ctx)
		if err != nil {
			return fmt.Errorf("step %d (%s): %w", i+1, s.name, err)
		}
		if _, err := fmt.Printf("%2d. %s: %s (%.1f s)\n", i+1, s.name, result, time.Since(begin).Seconds()); err != nil {
			return err
		}
	}
	return nil
}
