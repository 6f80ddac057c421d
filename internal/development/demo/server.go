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

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

// patience is the time that the server may take to start.
const patience = 10 * time.Second

// server is a running reference server, as a separate process.
type server struct {
	command   *exec.Cmd
	interrupt func()
	ended     chan struct{} // closed when the program has ended

	baseURL, accessID, secretKey string
}

// announcement matches the line in which the server prints its address and credentials.
var announcement = regexp.MustCompile(`^export ENGINE_BASE_URL=(\S+) ENGINE_ACCESS_ID=(\S+) ENGINE_SECRET_KEY=(\S+)\n$`)

// startServer starts the server on a free port, and returns once it has printed its address. It calls ended when the program ends.
func startServer(provider string, folder workFolder, ended func(how string)) (*server, error) {
	log, err := os.Create(folder.serverLog())
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }() // the program has its own copy of the file

	// takeSteps stops the server after the last step, so the server has a context of its own.
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
	line, _ := bufio.NewReader(stdout).ReadString('\n') // A cut line does not match the announcement.
	tooLate.Stop()

	s := &server{command: command, interrupt: interrupt, ended: make(chan struct{})}
	go func() {
		_ = process.Wait(command) // The exit status says more than this error.
		close(s.ended)
		ended(command.ProcessState.String())
	}()
	words := announcement.FindStringSubmatch(line)
	if words == nil {
		_ = s.stop() // the error below includes the exit status
		return nil, fmt.Errorf("the reference server (%s) did not tell its address but %q; see %s", command.ProcessState, line, folder.serverLog())
	}
	s.baseURL, s.accessID, s.secretKey = words[1], words[2], words[3]
	return s, nil
}

// environment returns the variables with which the provider finds the server.
func (s *server) environment() []string {
	return []string{"ENGINE_BASE_URL=" + s.baseURL, "ENGINE_ACCESS_ID=" + s.accessID, "ENGINE_SECRET_KEY=" + s.secretKey}
}

// stop interrupts the server and waits for its end. It returns nil if the server ended with status 0.
func (s *server) stop() error {
	s.interrupt()
	<-s.ended
	if !s.command.ProcessState.Success() {
		return fmt.Errorf("the reference server ended with %s", s.command.ProcessState)
	}
	return nil
}
