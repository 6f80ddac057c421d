// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

// patience is how long the server may take to start, and to end after an interrupt.
const patience = 10 * time.Second

// server is the reference server, run as a program.
type server struct {
	command *exec.Cmd
	ended   chan struct{} // closed when the program has ended
	err     error         // how it ended; to be read after ended

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

	command := exec.Command(provider, "reference-server", "-listen", "127.0.0.1:0", "-data", folder.serverData())
	command.SysProcAttr = ownGroup()
	command.Stderr = log
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	tooLate := time.AfterFunc(patience, func() { _ = command.Process.Kill() })
	line, _ := bufio.NewReader(stdout).ReadString('\n') // What is no line is no announcement.
	tooLate.Stop()

	s := &server{command: command, ended: make(chan struct{})}
	go func() {
		s.err = command.Wait()
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

// ownGroup keeps a program out of the process group of the demo: an interrupt from the keyboard goes to the demo alone, which
// ends its programs one after the other.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// environment are the variables by which the provider finds the server.
func (s *server) environment() []string {
	return []string{"ENGINE_BASE_URL=" + s.baseURL, "ENGINE_ACCESS_ID=" + s.accessID, "ENGINE_SECRET_KEY=" + s.secretKey}
}

// stop interrupts the server and waits until it has ended. It gives nil for an end with status 0, now or before.
func (s *server) stop() error {
	_ = s.command.Process.Signal(os.Interrupt) // It may have ended.
	select {
	case <-s.ended:
	case <-time.After(patience):
		_ = s.command.Process.Kill()
		<-s.ended
	}
	return s.err
}
