// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
)

// Terraform starts this binary in place of the provider. This binary then starts the real provider and records its memory and CPU time. If
// Terraform started the provider directly, Linux would count Terraform's memory in the provider's peak.

const (
	// providerVariable is the environment variable that names the provider to start: the path of a binary, or a name such as echo (see
	// serve).
	providerVariable = "BENCH_PROVIDER"
	// usageVariable is the environment variable that contains the path of the usage file. Each provider process appends its resource usage
	// to this file.
	usageVariable = "BENCH_USAGE"
	// serveArgument is the command-line argument that precedes the name of a provider to serve.
	serveArgument = "serve"

	echoProvider       = "echo"
	silentEchoProvider = "silent-echo"
	frameworkProvider  = "framework"
)

// launch runs the provider and records its resource usage. It ignores interrupts because Terraform stops its own providers.
func launch() error {
	name := os.Getenv(providerVariable)
	command := exec.Command(name, os.Args[1:]...)
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

// usage is the resource usage of one or more provider processes: their total CPU time and the highest peak memory among them.
type usage struct {
	CPU  time.Duration
	Peak float64 // in bytes
}

func recordUsage(name string, ended *os.ProcessState) (err error) {
	resources, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return fmt.Errorf("the usage of a process is a %T", ended.SysUsage())
	}
	unit := 1024.0
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = fmt.Fprintf(file, "%d %g\n", ended.UserTime()+ended.SystemTime(), float64(resources.Maxrss)*unit)
	return err
}

// takeUsage returns the combined usage from all lines in the usage file. It then removes the file, so the next call returns only the usage
// recorded after this call.
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

// subcommand runs a provider subcommand and returns its standard output, time and resource usage. It runs the subcommand through
// launch, so that the measured peak memory does not include the memory of this process.
func subcommand(ctx context.Context, usageFile, provider string, environment []string, arguments ...string) (string, sample, error) {
	launcher, err := os.Executable()
	if err != nil {
		return "", sample{}, err
	}
	command := process.Command(ctx, launcher, arguments...)
	command.Env = slices.Concat(os.Environ(), environment, []string{providerVariable + "=" + provider, usageVariable + "=" + usageFile})
	var output strings.Builder
	command.Stdout, command.Stderr = &output, os.Stderr
	begin := time.Now()
	if err := process.Run(command); err != nil {
		return "", sample{}, fmt.Errorf("%s: %w\n%s", arguments[0], err, output.String())
	}
	taken := sample{wall: time.Since(begin)}
	taken.usage, err = takeUsage(usageFile)
	return output.String(), taken, err
}
