// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
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
)

// Terraform starts this program in place of the provider. It starts the real provider and records its resource usage. The provider
// can't measure its own peak memory: on Linux that figure includes the memory of Terraform, the process that started it.

const (
	// providerVariable names the provider to start: the path of a program, or a name that serve.go knows.
	providerVariable = "BENCH_PROVIDER"
	// usageVariable names the file that gets a line for each provider process.
	usageVariable = "BENCH_USAGE"
	// importsVariable names the file with the states that the echo provider (echo.go) returns for imports.
	importsVariable = "BENCH_IMPORTS"
)

// usage is the resource usage of provider processes: the sum of their processor times, and the highest peak memory.
type usage struct {
	CPU  time.Duration
	Peak float64 // bytes
}

// launch runs the provider and records its usage. It ignores interrupts, as providers do, because Terraform handles them. If
// Terraform kills this program, the provider ends too.
func launch() error {
	name := os.Getenv(providerVariable)
	command := exec.Command(name)
	if !filepath.IsAbs(name) {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		command = exec.Command(self, serveWord, name)
	}
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	endWithCaller(command)
	err := command.Run()
	if command.ProcessState == nil {
		return err
	}
	return errors.Join(err, note(os.Getenv(usageVariable), command.ProcessState))
}

// usageOf returns the usage of an ended process.
func usageOf(ended *os.ProcessState) (usage, error) {
	resources, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return usage{}, fmt.Errorf("the usage of a process is a %T", ended.SysUsage())
	}
	return usage{CPU: ended.UserTime() + ended.SystemTime(), Peak: float64(resources.Maxrss) * peakUnit()}, nil
}

func note(file string, ended *os.ProcessState) (err error) {
	used, err := usageOf(ended)
	if err != nil {
		return err
	}
	line, err := json.Marshal(used)
	if err != nil {
		return err
	}
	notes, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, notes.Close()) }()
	_, err = notes.Write(line)
	return err
}

// peakUnit is the unit of peak memory on this system, in bytes.
func peakUnit() float64 {
	if runtime.GOOS == "darwin" {
		return 1
	}
	return 1024
}

// takeUsage sums up the records in a file and removes the file.
func takeUsage(file string) (usage, error) {
	notes, err := os.Open(file)
	if err != nil {
		return usage{}, fmt.Errorf("no provider was started: %w", err)
	}
	defer func() { _ = notes.Close() }()
	var sum usage
	for decoder := json.NewDecoder(notes); ; {
		var one usage
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return sum, os.Remove(file)
		} else if err != nil {
			return usage{}, fmt.Errorf("%s: %w", file, err)
		}
		sum.CPU += one.CPU
		sum.Peak = max(sum.Peak, one.Peak)
	}
}
