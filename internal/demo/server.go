// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/process"
)

// patience is how long the server may take to start.
const patience = 10 * time.Second

// server is the reference server, run as a program.
type server struct {
	command   *exec.Cmd
	interrupt func()
	ended     chan struct{} // closed when the program has ended

	baseURL, accessID, secretKey string
}

// announcement is the line by which the server tells its address and the credentials.
var announcement = regexp.MustCompile(`^export ENGINE_BASE_URL=(\S+) ENGINE_ACCESS_ID=(\S+) ENGINE_SECRET_KEY=(\S+)\n$`)

// startServer starts the server on a free port and returns when it can be asked. Ended is called when the program ends.
func startServer(provider string, folder workFolder, ended func(how string)) (*server, error) {
	log, err := os.Create(folder.serverLog())
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }() // The program has its own handle.

	// The demo decides when the server ends, after all that needs it.
	ctx, interrupt := context.WithCancel(context.Background())
	command := process.Command(ctx, provider, "reference-server", "-listen", "127.0.0.1:0", "-data", folder.serverData())
	command.Stderr = log
	stdout, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		interrupt()
		return nil, err
	}
	tooLate := time.AfterFunc(patience, interrupt)
	line, _ := bufio.NewReader(stdout).ReadString('\n') // What is no line is no announcement.
	tooLate.Stop()

	s := &server{command: command, interrupt: interrupt, ended: make(chan struct{})}
	go func() {
		_ = process.Wait(command) // How the program ended says more than what the interrupt did to it.
		close(s.ended)
		ended(command.ProcessState.String())
	}()
	words := announcement.FindStringSubmatch(line)
	if words == nil {
		_ = s.stop() // How it ended is told with the log.
		return nil, fmt.Errorf("the reference server (%s) did not tell its address but %q; see %s", command.ProcessState, line, folder.serverLog())
	}
	s.baseURL, s.accessID, s.secretKey = words[1], words[2], words[3]
	return s, nil
}

// environment are the variables by which the provider finds the server.
func (s *server) environment() []string {
	return []string{"ENGINE_BASE_URL=" + s.baseURL, "ENGINE_ACCESS_ID=" + s.accessID, "ENGINE_SECRET_KEY=" + s.secretKey}
}

// stop interrupts the server and waits until it has ended. It gives nil for an end with status 0, now or before.
func (s *server) stop() error {
	s.interrupt()
	<-s.ended
	if !s.command.ProcessState.Success() {
		return fmt.Errorf("the reference server ended with %s", s.command.ProcessState)
	}
	return nil
}
