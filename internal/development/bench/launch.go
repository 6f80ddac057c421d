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

// Terraform starts this program in place of the provider. This program then starts the real provider and records how much memory and
// processor time the provider used. The provider can't measure its own peak memory: on Linux the figure includes the memory of Terraform,
// which started it.

const (
	// providerVariable is the environment variable with the provider to start: the path of a program, or a name that serve knows.
	providerVariable = "BENCH_PROVIDER"
	// usageVariable is the environment variable with the path of a file. Each provider process adds a line with its resource usage to this
	// file.
	usageVariable = "BENCH_USAGE"
	// serveArgument is the command line argument with which this program serves a provider. The next argument is the provider's name.
	serveArgument = "serve"

	echoProvider       = "echo"
	silentEchoProvider = "silent-echo"
	frameworkProvider  = "framework"
)

// launch runs the provider and records its resource usage. It ignores interrupts, because Terraform stops its providers itself.
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

// usage is the memory and processor time of one or more provider processes. Processor times are added up. The peak memory is that of the
// process with the largest peak.
type usage struct {
	CPU  time.Duration
	Peak float64 // bytes
}

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

// takeUsage adds up the lines of the usage file. It removes the file, so that the next call sees only later processes.
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
