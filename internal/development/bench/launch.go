// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
)

// Terraform starts this program instead of the provider. It starts the real provider and records its memory and processor time. The
// provider can't do that itself: on Linux, its peak memory would include that of Terraform, the process that started it.

const (
	// providerVariable names the provider to start: the path of a program, or one of the names that serve knows.
	providerVariable = "BENCH_PROVIDER"
	// usageVariable names the file to which the launcher appends a line for each provider process.
	usageVariable = "BENCH_USAGE"
	// serveArgument makes this program serve a provider. The next argument is the provider's name.
	serveArgument = "serve"

	echoProvider       = "echo"
	silentEchoProvider = "silent-echo"
	frameworkProvider  = "framework"
)

// launch runs the real provider and records its resource usage. It ignores interrupts, because Terraform itself ends its providers.
func launch() error {
	name := os.Getenv(providerVariable)
	command := exec.Command(name)
	if !filepath.IsAbs(name) {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		command = exec.Command(self, serveArgument, name)
	}
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	err := command.Run()
	if command.ProcessState == nil {
		return err
	}
	return errors.Join(err, recordUsage(os.Getenv(usageVariable), command.ProcessState))
}

// serve serves one of the providers that are built into this program, such as the echo.
func serve(name string) error {
	server := newEcho
	if name == frameworkProvider {
		server = provider.NewFrameworkServer(terraform.ProviderVersion)
	}
	if name == echoProvider {
		return tf6server.Serve(terraform.ProviderAddress, server)
	}
	logger, err := logging.Configure()
	if err != nil {
		return err
	}
	return tf6server.Serve(terraform.ProviderAddress, server, tf6server.WithGoPluginLogger(logger))
}

// usage is what provider processes used: the sum of their processor times, and the highest peak memory of one of them.
type usage struct {
	CPU  time.Duration
	Peak float64 // bytes
}

// usageOf returns the processor time and the peak memory of a process that has ended.
func usageOf(ended *os.ProcessState) (usage, error) {
	resources, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return usage{}, fmt.Errorf("the usage of a process is a %T", ended.SysUsage())
	}
	unit := 1024.0
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return usage{CPU: ended.UserTime() + ended.SystemTime(), Peak: float64(resources.Maxrss) * unit}, nil
}

// recordUsage appends a line with the usage of an ended process to the file with this name.
func recordUsage(name string, ended *os.ProcessState) (err error) {
	used, err := usageOf(ended)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = fmt.Fprintf(file, "%d %g\n", used.CPU, used.Peak)
	return err
}

// takeUsage returns the total usage that a file records, and removes the file.
func takeUsage(name string) (sum usage, err error) {
	file, err := os.Open(name)
	if err != nil {
		return usage{}, fmt.Errorf("no provider was started: %w", err)
	}
	defer func() { _ = file.Close() }()
	for {
		var one usage
		if _, err := fmt.Fscan(file, &one.CPU, &one.Peak); errors.Is(err, io.EOF) {
			return sum, os.Remove(name)
		} else if err != nil {
			return usage{}, fmt.Errorf("%s: %w", name, err)
		}
		sum.CPU += one.CPU
		sum.Peak = max(sum.Peak, one.Peak)
	}
}
