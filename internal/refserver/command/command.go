// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command is the reference-server subcommand. It runs the reference server until an interrupt, or while another command runs,
// such as terraform test. Start reading at Run. serve.go starts and stops the server, and run.go runs the other command.
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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
)

// defaultListen is the address on which the server listens if it runs no command and the user gives no other address.
const defaultListen = "127.0.0.1:8080"

const usage = `Usage: reference-server [options] [-- COMMAND ARG...]

Runs a reference server until it is interrupted, or while COMMAND runs. COMMAND finds the server in the variables
ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY. It gets no other variables that begin with ENGINE_.

Flags are shown to everybody on the machine by ps. To hide credentials and tokens, set ENGINE_ACCESS_ID,
ENGINE_SECRET_KEY and ENGINE_CONTROL_TOKEN instead of the flags.

GET /healthz is answered with 200 as soon as the server serves.

Options:
`

// seriesUsage is the part of the help text about recorded data. It follows the list of options.
const seriesUsage = `
With -series, alerts run on the data as in the function rehearse. An alert that is created, or whose condition changes, runs at once at all
times of its schedule, from the first point to the first run that sees the last point. When the create or update is answered, its
status, events, notifications and e-mails exist. So COMMAND, for example terraform test, finds them without another step. With -clock
TIME, data after TIME are not used yet; PUT /clock of the control door moves the time on and runs the alerts. With -clock now, alerts run
when they are due.

A file is CSV with the columns time,asset,attribute,value, or with time and a column ASSET/ATTRIBUTE for each series, or JSON:
{"ASSET": {"ATTRIBUTE": [{"time": "2026-01-01T00:00:00Z", "value": 7.5}, ...]}}, with {"start", "step", "values"} instead of a list.
`

// controlUsage is the part of the help text about -control. It follows the list of the -habit switches.
const controlUsage = `
With -control, programs control the server on a second address, the variable ENGINE_CONTROL_URL, with the header
"authorization: Bearer TOKEN". TOKEN is the variable ENGINE_CONTROL_TOKEN. Bodies are JSON; INTERFACE.md in the
sources describes them.

`

// The exit statuses of errors of the subcommand itself. If it ran another command, it returns the exit status of that command instead.
const (
	exitFailure = 1
	exitUsage   = 2
)

type settings struct {
	options refserver.Options
	listen  string
	// control is the address on which tests can control the server (-control), or nil. token is the secret that requests to this
	// address must send.
	control *net.TCPAddr
	token   string
	// objects is the name of a file with objects that the server has from the start.
	objects string
	// readTimeout is how long a client may take to send a request.
	readTimeout time.Duration
	command     []string
	noPage      bool
	// describe is true if the subcommand only prints the OpenAPI description.
	describe bool
}

// Run runs the reference-server subcommand with the given arguments and returns the exit status: 2 for wrong arguments, 1 if the server
// can't run, 0 after an interrupt. If the arguments name another command, Run returns the exit status of that command.
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

func describe(stdout io.Writer) error {
	text, err := refserver.Description()
	if err != nil {
		return err
	}
	_, err = stdout.Write(text)
	return err
}

// parse reads the arguments of the subcommand. The arguments after the first "--" are the other command to run.
func parse(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("reference-server", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller prints the error.
	address := flags.String("control", "", "loopback `address` of the control door, see below (default: none)")
	flags.BoolVar(&set.noPage, "no-page", false, "serve no page for browsers of this machine")
	quiet := flags.Bool("quiet", false, "write no line per request")
	set.serverFlags(flags)
	set.alertFlags(flags)
	var command []string
	at := slices.Index(args, "--")
	if at >= 0 {
		args, command = args[:at], args[at+1:]
	}
	err := flags.Parse(args)
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
	if at >= 0 && len(command) == 0 {
		return set, errors.New("no command follows --")
	}
	set.command = command
	if set.listen == "" {
		set.listen = defaultListen
		if at >= 0 {
			set.listen = "127.0.0.1:0"
		}
	}
	set.options.AccessID = cmp.Or(set.options.AccessID, os.Getenv("ENGINE_ACCESS_ID"))
	set.options.SecretKey = cmp.Or(set.options.SecretKey, os.Getenv("ENGINE_SECRET_KEY"))
	if err := set.requireCredentials(); err != nil {
		return set, err
	}
	if err := set.readControl(*address); err != nil {
		return set, err
	}
	if set.readTimeout <= 0 {
		return set, errors.New("the read timeout must be positive")
	}
	level := slog.LevelInfo
	if *quiet {
		level = slog.LevelWarn // Warnings and errors are always logged.
	}
	set.options.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	set.options.NoRequestLog = set.control == nil && set.noPage // Nobody else can read the log.
	if set.options.Like != nil {
		for _, ignored := range refserver.Ignored(set.options.Like) {
			_, _ = fmt.Fprintf(stderr, "reference-server: the profile is used without a part: %s\n", document.Visible(ignored))
		}
	}
	set.options, err = set.options.Complete()
	return set, err
}

// serverFlags defines all flags of the server except those about recorded data and alerts.
func (set *settings) serverFlags(flags *flag.FlagSet) {
	flags.StringVar(&set.listen, "listen", "", "`address` of the server (default "+defaultListen+", or a free port with a command); "+
		"an address that other machines can reach needs an access id and a secret key")
	flags.StringVar(&set.options.Data, "data", "", "`file` that keeps the objects (default: in memory)")
	flags.StringVar(&set.options.AccessID, "access-id", "", "access `id` of requests (default: ENGINE_ACCESS_ID, or random)")
	flags.StringVar(&set.options.SecretKey, "secret-key", "", "secret `key` of requests (default: ENGINE_SECRET_KEY, or random)")
	flags.DurationVar(&set.options.Latency, "latency", 0, "`time` added to every request")
	flags.Float64Var(&set.options.FaultRate, "fault-rate", 0,
		"`share` of requests that fail at random, 0 to 1: 502, 503, 504, 429, dropped connections, cut bodies, delays")
	flags.Uint64Var(&set.options.Seed, "seed", 1, "`number` that decides which requests fail")
	flags.DurationVar(&set.options.DeployDelay, "deploy-delay", 0, "`time` between two deployment statuses of a component")
	flags.StringVar(&set.options.SMTP, "smtp", "", "`host:port` of the SMTP server for the e-mails of alerts (default: no e-mails)")
	flags.StringVar(&set.options.SMTPFrom, "smtp-from", "", "sender `address` of the e-mails (default "+refserver.DefaultSender+")")
	flags.StringVar(&set.objects, "objects", "", "`file` with objects for the start: a data file, or an export of the control door")
	flags.DurationVar(&set.readTimeout, "read-timeout", 30*time.Second, "`time` in which a request must arrive")
	flags.StringVar(&set.token, "control-token", "", "`token` of requests to the control door (default: ENGINE_CONTROL_TOKEN, or random)")
	flags.BoolVar(&set.describe, "openapi", false, "print the OpenAPI 3.1 description of the interface and serve nothing")
	flags.Func("like", "`file` that probe -out has written: behave like the probed engine, with its habits, defaults, words and limits; "+
		"-habit adds to them", set.readProfile)
	flags.Func("habit", "`name` of a habit, see below; may be repeated", appendTo(&set.options.Habits))
	flags.Func("collection", "`path` below /v3/engine/, such as asset/assets, of a further collection, whose objects may have any fields; "+
		"may be repeated", appendTo(&set.options.Collections))
}

// readProfile reads the profile of an engine (-like).
func (set *settings) readProfile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // Closing a file after reading can't lose data.
	set.options.Like, err = profile.Read(file)
	return err
}

// appendTo returns a function for flag.Func that appends each value to values. So a flag such as -habit may be repeated.
func appendTo(values *[]string) func(value string) error {
	return func(value string) error {
		*values = append(*values, value)
		return nil
	}
}

func (set *settings) alertFlags(flags *flag.FlagSet) {
	flags.Func("series", "CSV or JSON `file` with data on which alerts run, see below; may be repeated (default: alerts do not run)",
		appendTo(&set.options.Series))
	flags.StringVar(&set.options.Metadata, "metadata", "", "JSON `file` with the values of METADATA items, {\"ASSET\": {\"FIELD\": value}}")
	flags.StringVar(&set.options.Timezone, "timezone", "UTC", "`name` of the time zone of cron schedules")
	flags.StringVar(&set.options.Clock, "clock", "", "`time` at which the server's clock stands still, such as 2026-01-01T00:00:00Z, or now "+
		"(default: the machine's time, but alerts run over all data)")
}

// habits returns the part of the help text that lists the habits (values of -habit, which make the server behave differently) with their
// default parameters.
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

// requireCredentials returns an error if other machines can reach the server and the user gave no credentials. Random credentials would
// change at each start. A wrong address is not an error here, because Listen reports it.
func (set *settings) requireCredentials() error {
	chosen := set.options.AccessID != "" && set.options.SecretKey != ""
	if address, err := net.ResolveTCPAddr("tcp", set.listen); err == nil && !address.IP.IsLoopback() && !chosen {
		return fmt.Errorf("other machines can reach %q: set an access id and a secret key with ENGINE_ACCESS_ID and ENGINE_SECRET_KEY, "+
			"or with the flags", set.listen)
	}
	return nil
}

// readControl reads the flag -control, the address on which tests can control the server, and makes the token for it. The address must be
// a loopback address, because a client with the token can do everything.
func (set *settings) readControl(address string) (err error) {
	if address == "" {
		if set.token != "" {
			return errors.New("the token of the control door has no effect without -control")
		}
		return nil
	}
	if set.control, err = net.ResolveTCPAddr("tcp", address); err != nil {
		return fmt.Errorf("the address of the control door: %w", err)
	}
	if !set.control.IP.IsLoopback() {
		return fmt.Errorf("the address of the control door must be a loopback address, not %q", address)
	}
	set.token = cmp.Or(set.token, os.Getenv("ENGINE_CONTROL_TOKEN"), rand.Text())
	if strings.ContainsAny(set.token, " \t\r\n") {
		return errors.New("the token of the control door must not contain white space")
	}
	return nil
}
