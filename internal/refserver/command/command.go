// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command is the reference-server subcommand: a server that runs until it is interrupted, or while another command
// runs. It imports the package refserver alone. Start reading at Run; run.go runs the other command.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// defaultListen is where the command listens when it runs no other command.
const defaultListen = "127.0.0.1:8080"

const usage = `Usage: reference-server [options] [-- COMMAND ARG...]

Serves an engine until it is interrupted, or while COMMAND runs, which finds the server by the variables
ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY.

Options:
`

// Exit statuses of the command, besides that of the command it runs.
const (
	exitFailure = 1
	exitUsage   = 2
)

// settings are what the command line says.
type settings struct {
	options refserver.Options
	listen  string
	command []string
	// describe: nothing is served, the description of the interface is printed.
	describe bool
}

// Run is the reference-server subcommand; args do not hold the word itself. It gives the exit status: that of the
// command it ran, 2 for a wrong command line, 1 when the server cannot run, 0 after an interrupt.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	set, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "reference-server: %v\n", err)
		return exitUsage
	}
	status := 0
	if set.describe {
		err = describe(stdout)
	} else {
		status, err = set.serve(ctx, stdout, stderr)
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "reference-server: %v\n", err)
		return exitFailure
	}
	return status
}

// describe prints the description of the interface.
func describe(stdout io.Writer) error {
	text, err := refserver.Description()
	if err != nil {
		return err
	}
	_, err = stdout.Write(text)
	return err
}

// parse reads the command line. Whatever follows the first -- is the command to run.
func parse(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("reference-server", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller tells of an error, once.
	flags.StringVar(&set.listen, "listen", "", "`address` to listen on (default "+defaultListen+", with a command a free port)")
	flags.StringVar(&set.options.Data, "data", "", "`file` that keeps the objects (default: in memory)")
	flags.StringVar(&set.options.AccessID, "access-id", "", "access `id` that requests must carry (default: random)")
	flags.StringVar(&set.options.SecretKey, "secret-key", "", "secret `key` that requests must carry (default: random)")
	flags.DurationVar(&set.options.Latency, "latency", 0, "`time` added to every request")
	flags.Float64Var(&set.options.FaultRate, "fault-rate", 0, "`share` of requests that fail at random, 0 to 1")
	flags.Uint64Var(&set.options.Seed, "seed", 1, "`number` that decides which requests fail")
	flags.DurationVar(&set.options.DeployDelay, "deploy-delay", 0, "`time` between two deployment states of a component")
	flags.StringVar(&set.options.SMTP, "smtp", "", "`host:port` of the SMTP server that takes the e-mails of alerts (default: no e-mails)")
	flags.StringVar(&set.options.SMTPFrom, "smtp-from", "", "sender `address` of the e-mails (default "+refserver.DefaultSender+")")
	flags.BoolVar(&set.describe, "openapi", false, "print the OpenAPI 3.1 description of the interface, and serve nothing")
	flags.Func("habit", "`name` of a belief about the engine to turn the other way, see below; may be repeated", func(name string) error {
		set.options.Habits = append(set.options.Habits, name)
		return nil
	})
	quiet := flags.Bool("quiet", false, "write no line per request")

	own, command, commandGiven := cutCommand(args)
	err := flags.Parse(own)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		_, _ = io.WriteString(stderr, habits())
	}
	if err != nil {
		return set, err
	}
	if flags.NArg() > 0 {
		return set, fmt.Errorf("unexpected argument %q; a command to run follows --", flags.Arg(0))
	}
	if commandGiven && len(command) == 0 {
		return set, errors.New("no command follows --")
	}
	set.command = command
	if set.listen == "" {
		set.listen = defaultListen
		if commandGiven {
			set.listen = "127.0.0.1:0"
		}
	}
	level := slog.LevelInfo
	if *quiet {
		level = slog.LevelWarn // What goes wrong is always said.
	}
	set.options.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	set.options.NoRequestLog = true // Nobody could read it.
	set.options, err = set.options.Complete()
	return set, err
}

// habits lists the habits, a line for each, with the parameter that each has if no other is given.
func habits() string {
	var text strings.Builder
	text.WriteString("\nHabits:\n")
	for _, h := range refserver.KnownHabits() {
		name := h.Name
		if h.Default != "" {
			name += "=" + h.Default
		}
		_, _ = fmt.Fprintf(&text, "  %-26s %s\n", name, h.Summary)
	}
	return text.String()
}

// cutCommand splits the arguments at the first --.
func cutCommand(args []string) (own, command []string, given bool) {
	at := slices.Index(args, "--")
	if at < 0 {
		return args, nil, false
	}
	return args[:at], args[at+1:], true
}

// serve serves until the context ends, an interrupt comes, or the command to run has ended.
func (set settings) serve(ctx context.Context, stdout, stderr io.Writer) (status int, err error) {
	interrupts := make(chan os.Signal, 4)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupts)

	server, err := refserver.New(set.options)
	if err != nil {
		return exitFailure, err
	}
	defer func() { err = errors.Join(err, server.Close()) }()

	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", set.listen)
	if err != nil {
		return exitFailure, err
	}
	if address, isTCP := listener.Addr().(*net.TCPAddr); isTCP && !address.IP.IsLoopback() {
		_, _ = fmt.Fprintf(stderr, "reference-server: warning: %s can be reached from other machines, without encryption\n", address)
	}
	web := &http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()

	environment := set.environment(listener.Addr())
	if len(set.command) > 0 {
		status, err = runCommand(ctx, set.command, environment, interrupts, stdout, stderr)
	} else {
		err = wait(ctx, environment, interrupts, served, stdout)
	}
	return status, errors.Join(err, shutDown(ctx, web))
}

// environment are the variables by which clients find the server.
func (set settings) environment(address net.Addr) []string {
	return []string{
		"ENGINE_BASE_URL=http://" + address.String(),
		"ENGINE_ACCESS_ID=" + set.options.AccessID,
		"ENGINE_SECRET_KEY=" + set.options.SecretKey,
	}
}

// wait prints the variables for a shell and returns when the server is to end.
func wait(ctx context.Context, environment []string, interrupts <-chan os.Signal, served <-chan error, stdout io.Writer) error {
	var line strings.Builder
	line.WriteString("export")
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		line.WriteString(" " + name + "=" + shellWord(value))
	}
	if _, err := fmt.Fprintln(stdout, line.String()); err != nil {
		return err
	}
	select {
	case <-interrupts:
		return nil
	case <-ctx.Done():
		return nil
	case err := <-served:
		return err
	}
}

// shutDown lets the requests at work end, for a while.
func shutDown(ctx context.Context, web *http.Server) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := web.Shutdown(ctx); err != nil {
		return web.Close()
	}
	return nil
}

// shellWord quotes a value for a shell where it needs quotes.
func shellWord(value string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:[]@%+,", r)
	}
	if strings.TrimFunc(value, plain) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
