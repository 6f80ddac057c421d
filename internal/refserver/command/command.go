// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command is the reference-server subcommand: a server that runs until it is interrupted, or while another command
// runs. It imports the packages refserver and control alone. Start reading at Run; serve.go serves, run.go runs the
// other command.
package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
)

// defaultListen is where the command listens when it runs no other command.
const defaultListen = "127.0.0.1:8080"

const usage = `Usage: reference-server [options] [-- COMMAND ARG...]

Serves an engine until it is interrupted, or while COMMAND runs, which finds the server by the variables
ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY. Other variables that begin with ENGINE_ do not reach it.

Flags are shown to everybody on the machine by ps. Credentials and tokens that somebody must not see belong into
ENGINE_ACCESS_ID, ENGINE_SECRET_KEY and ENGINE_CONTROL_TOKEN, which count where the flag is not given.

GET /healthz is answered with 200 as soon as the server serves.

Options:
`

// seriesUsage follows the options.
const seriesUsage = `
With -series, alerts run on the data as the function rehearse runs them: an alert that is created, or whose condition changes, runs at
once at all times of its schedule from the first point to the run that has seen the last. Its status, events, notifications and e-mails are there when
its create or update is answered, so that COMMAND, such as terraform test, finds them without another step. With -clock TIME, data after
TIME have not come yet: PUT /clock of the control door moves the time on, and the alerts run. With -clock now they run when they are due.

A file is CSV with the columns time,asset,attribute,value, or time and a column ASSET/ATTRIBUTE for each series, or JSON:
{"ASSET": {"ATTRIBUTE": [{"time": "2026-01-01T00:00:00Z", "value": 7.5}, ...]}}, with {"start", "step", "values"} in the place of a list.
`

// controlUsage follows them.
const controlUsage = `
With -control, programs control the server on a second address: the variable ENGINE_CONTROL_URL, with the header
"authorization: Bearer TOKEN", where TOKEN is the variable ENGINE_CONTROL_TOKEN. Bodies are JSON; INTERFACE.md beside the
sources describes them.

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
	// control is where the control door listens, nil without one, and token what its requests must carry.
	control *net.TCPAddr
	token   string
	// objects is a file with the objects to begin with.
	objects string
	// readTimeout bounds the time in which a request arrives.
	readTimeout time.Duration
	command     []string
	// noPage: there is no page for browsers.
	noPage bool
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
	var address string
	flags := flag.NewFlagSet("reference-server", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller tells of an error, once.
	flags.StringVar(&set.listen, "listen", "", "`address` to listen on (default "+defaultListen+", with a command a free port); one that other machines reach needs an access id and a secret key")
	flags.StringVar(&set.options.Data, "data", "", "`file` that keeps the objects (default: in memory)")
	flags.StringVar(&set.options.AccessID, "access-id", "", "access `id` that requests must carry (default: ENGINE_ACCESS_ID, or random)")
	flags.StringVar(&set.options.SecretKey, "secret-key", "", "secret `key` that requests must carry (default: ENGINE_SECRET_KEY, or random)")
	flags.DurationVar(&set.options.Latency, "latency", 0, "`time` added to every request")
	flags.Float64Var(&set.options.FaultRate, "fault-rate", 0, "`share` of requests that fail at random, 0 to 1: 502, 503, 504, 429, dropped connections, cut bodies, delays")
	flags.Uint64Var(&set.options.Seed, "seed", 1, "`number` that decides which requests fail")
	flags.DurationVar(&set.options.DeployDelay, "deploy-delay", 0, "`time` between two deployment states of a component")
	flags.StringVar(&set.options.SMTP, "smtp", "", "`host:port` of the SMTP server that takes the e-mails of alerts (default: no e-mails)")
	flags.StringVar(&set.options.SMTPFrom, "smtp-from", "", "sender `address` of the e-mails (default "+refserver.DefaultSender+")")
	set.alertFlags(flags)
	flags.StringVar(&set.objects, "objects", "", "`file` with objects to put in at the start: a data file, or JSON as the control door exports it")
	flags.DurationVar(&set.readTimeout, "read-timeout", 30*time.Second, "`time` in which a request must have arrived")
	flags.StringVar(&address, "control", "", "loopback `address` of the control door, see below (default: none)")
	flags.StringVar(&set.token, "control-token", "", "`token` that requests to the control door must carry (default: ENGINE_CONTROL_TOKEN, or random)")
	flags.BoolVar(&set.describe, "openapi", false, "print the OpenAPI 3.1 description of the interface, and serve nothing")
	flags.Func("habit", "`name` of a belief about the engine to turn the other way, see below; may be repeated", func(name string) error {
		set.options.Habits = append(set.options.Habits, name)
		return nil
	})
	flags.Func("collection", "`path` below /v3/engine/, such as asset/assets, of a collection of objects that may hold anything; may be repeated", func(path string) error {
		set.options.Collections = append(set.options.Collections, path)
		return nil
	})
	flags.BoolVar(&set.noPage, "no-page", false, "serve no page for browsers of this machine")
	quiet := flags.Bool("quiet", false, "write no line per request")

	own, command, commandGiven := cutCommand(args)
	err := flags.Parse(own)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		_, _ = io.WriteString(stderr, seriesUsage)
		_, _ = io.WriteString(stderr, habits())
		_, _ = io.WriteString(stderr, controlUsage+control.Usage())
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
	set.options.AccessID = cmp.Or(set.options.AccessID, os.Getenv("ENGINE_ACCESS_ID"))
	set.options.SecretKey = cmp.Or(set.options.SecretKey, os.Getenv("ENGINE_SECRET_KEY"))
	if err := set.guardOthers(); err != nil {
		return set, err
	}
	if err := set.listenForControl(address); err != nil {
		return set, err
	}
	if set.readTimeout <= 0 {
		return set, errors.New("the read timeout must be positive")
	}
	level := slog.LevelInfo
	if *quiet {
		level = slog.LevelWarn // What goes wrong is always said.
	}
	set.options.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	set.options.NoRequestLog = set.control == nil && set.noPage // Nobody could read it.
	set.options, err = set.options.Complete()
	return set, err
}

// alertFlags are the flags for what alerts run on.
func (set *settings) alertFlags(flags *flag.FlagSet) {
	flags.Func("series", "CSV or JSON `file` with data for the alerts to run on, see below; may be repeated (default: alerts do not run)", func(name string) error {
		set.options.Series = append(set.options.Series, name)
		return nil
	})
	flags.StringVar(&set.options.Metadata, "metadata", "", "JSON `file` with the values of METADATA items, {\"ASSET\": {\"FIELD\": value}}")
	flags.StringVar(&set.options.Timezone, "timezone", "UTC", "time zone, by its `name`, of the schedules of cron alerts")
	flags.StringVar(&set.options.Clock, "clock", "", "`time` at which the server's clock stands still, such as 2026-01-01T00:00:00Z, or now (default: the machine's time, and all data are past)")
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

// guardOthers sees to it that a server which other machines reach has credentials that somebody chose: random ones are only on
// the screen, and change with every start. An address that means nothing is left to whoever listens on it.
func (set *settings) guardOthers() error {
	chosen := set.options.AccessID != "" && set.options.SecretKey != ""
	if address, err := net.ResolveTCPAddr("tcp", set.listen); err == nil && !address.IP.IsLoopback() && !chosen {
		return fmt.Errorf("other machines can reach %q: this needs an access id and a secret key of your own, from ENGINE_ACCESS_ID "+
			"and ENGINE_SECRET_KEY or the flags", set.listen)
	}
	return nil
}

// listenForControl reads what the command line says of the control door. Other machines never reach it: whoever has its token
// does with the server as they like.
func (set *settings) listenForControl(address string) (err error) {
	if address == "" {
		if set.token != "" {
			return errors.New("a token for the control door makes no sense without -control")
		}
		return nil
	}
	if set.control, err = net.ResolveTCPAddr("tcp", address); err != nil {
		return fmt.Errorf("the address of the control door: %w", err)
	}
	if !set.control.IP.IsLoopback() {
		return fmt.Errorf("the address of the control door must be a loopback one, not %q", address)
	}
	set.token = cmp.Or(set.token, os.Getenv("ENGINE_CONTROL_TOKEN"), rand.Text())
	if strings.ContainsAny(set.token, " \t\r\n") {
		return errors.New("the token of the control door must not hold white space")
	}
	return nil
}
