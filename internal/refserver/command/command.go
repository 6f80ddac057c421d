// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command implements the reference-server subcommand. The subcommand runs the server until an interrupt arrives. If the user passes
// another command, such as terraform test, the server runs only while that command is running.
//
// The package imports packages in internal/refserver and internal/base. Start reading at Command. serve.go starts and stops the server,
// run.go runs the other command, and topics.go contains the help topics.
package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// defaultListen is the server's default address. If the subcommand runs another command, the default is a free port instead.
const defaultListen = "127.0.0.1:8080"

const long = `
Runs a reference server, which behaves like an engine, until it is interrupted, or while COMMAND runs. COMMAND finds the server in the
variables ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY. It gets no other variables that begin with ENGINE_.

  terraform-provider-engine reference-server -- terraform test

Everybody on the machine can see options with ps. To hide credentials and tokens, set ENGINE_ACCESS_ID, ENGINE_SECRET_KEY and
ENGINE_CONTROL_TOKEN instead of the options.

GET /healthz returns 200 as soon as the server is ready.

With -series, alerts run on the data as with the command rehearse. An alert that is created, or whose condition changes, runs at once at all
times of its schedule, from the first point to the first run that sees the last point. Its status, events, notifications and e-mails exist
before the response to the create or update, so COMMAND, for example terraform test, finds them without a further step. With -clock TIME,
data after TIME is not used yet; PUT /clock of the control API moves the time forward and runs the alerts. With -clock now, alerts run when
they are due.

A file with data is CSV or JSON. A CSV file has the columns time,asset,attribute,value, or a column time and a column ASSET/ATTRIBUTE for
each series. A JSON file looks like this. Instead of the list of points, an attribute may have an object with start, step and values:

  {"ASSET": {"ATTRIBUTE": [{"time": "2026-01-01T00:00:00Z", "value": 7.5}, ...]}}

With -habit, the server differs from the interface document, as some engines do. "help habits" describes the habits. With -control,
tests control the server on a second address, the control API; see "help control-api".`

type settings struct {
	options refserver.Options
	listen  string
	// controlAddress is the value of the -control flag: the address of the control API, through which tests control the server. control is
	// the resolved address, or nil without the flag. token is the token that requests to the control API must contain.
	controlAddress string
	control        *net.TCPAddr
	token          string
	// objects is the name of a file with the server's initial objects.
	objects string
	// readTimeout is how long a client may take to send a request.
	readTimeout time.Duration
	command     []string
	noPage      bool
	quiet       bool
	like        string
	zone        *time.Location
	// describe makes the subcommand print the OpenAPI description and exit.
	describe bool
}

// Command returns the reference-server subcommand. If the subcommand runs another command, it exits with that command's status.
func Command() *cobra.Command {
	var set settings
	cmd := &cobra.Command{
		Use:   "reference-server [options] [-- COMMAND ARG...]",
		Short: "runs an engine on this machine, for trials and tests",
		Long:  long,
		Args:  func(cmd *cobra.Command, args []string) error { return set.readCommand(args, cmd.ArgsLenAtDash()) },
		RunE:  func(cmd *cobra.Command, _ []string) error { return set.run(cmd) },
	}
	set.addFlags(cmd.Flags())
	commandline.Zone(cmd, &set.zone)
	commandline.Choices(cmd, "habit", habit.Names()...)
	commandline.NoFiles(cmd, "listen", "access-id", "secret-key", "latency", "fault-rate", "seed", "deploy-delay", "smtp", "smtp-from",
		"read-timeout", "control", "control-token", "collection", "clock")
	return cmd
}

// run validates the settings and serves requests until an interrupt arrives or the command after "--" exits.
func (set *settings) run(cmd *cobra.Command) error {
	starting, started := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer started()
	err := set.readProfile(starting)
	if err == nil {
		if err := set.complete(cmd); err != nil {
			return commandline.UsageError(err)
		}
		if set.describe {
			return describe(cmd.OutOrStdout())
		}
		var status int
		if status, err = set.serve(cmd.Context(), starting, cmd.OutOrStdout(), cmd.ErrOrStderr()); err == nil {
			return commandline.Exit(status, nil)
		}
	}
	if starting.Err() != nil && errors.Is(err, starting.Err()) {
		return errors.New("interrupted before the server was ready")
	}
	return err
}

func describe(stdout io.Writer) error {
	text, err := refserver.Description()
	if err != nil {
		return err
	}
	_, err = stdout.Write(text)
	return err
}

// readCommand stores the command to run: the arguments after "--". atDash is the number of arguments before "--", or -1 without "--".
func (set *settings) readCommand(args []string, atDash int) error {
	before := len(args)
	if atDash >= 0 {
		before = atDash
	}
	switch {
	case before > 0:
		return commandline.UsageError(fmt.Errorf("unexpected argument %q; a command to run follows --", args[0]))
	case atDash >= 0 && len(args) == 0:
		return commandline.UsageError(errors.New("no command follows --"))
	}
	set.command = args
	return nil
}

// complete validates the flags, and fills in missing values from environment variables and defaults.
func (set *settings) complete(cmd *cobra.Command) (err error) {
	set.options.Timezone = set.zone.String()
	if set.listen == "" {
		set.listen = defaultListen
		if len(set.command) > 0 {
			set.listen = "127.0.0.1:0"
		}
	}
	set.options.AccessID = cmp.Or(set.options.AccessID, os.Getenv("ENGINE_ACCESS_ID"))
	set.options.SecretKey = cmp.Or(set.options.SecretKey, os.Getenv("ENGINE_SECRET_KEY"))
	if err := set.requireCredentials(); err != nil {
		return err
	}
	if err := set.readControl(set.controlAddress); err != nil {
		return err
	}
	if set.readTimeout <= 0 {
		return errors.New("the read timeout must be positive")
	}
	level := slog.LevelInfo
	if set.quiet {
		level = slog.LevelWarn
	}
	set.options.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
	set.options.NoRequestLog = set.control == nil && set.noPage // Only the control API and the page read the log.
	if set.options.Like != nil {
		for _, ignored := range refserver.Ignored(set.options.Like) {
			commandline.Say(cmd, "the profile is used without a part: %s", document.Visible(ignored))
		}
	}
	set.options, err = set.options.Complete()
	return err
}

func (set *settings) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&set.listen, "listen", "", "`address` of the server (default: "+defaultListen+", or a free port with a command); "+
		"an address that other machines can reach needs an access id and a secret key")
	flags.StringVar(&set.options.Data, "data", "", "`file` that keeps the objects (default: in memory)")
	flags.StringVar(&set.options.AccessID, "access-id", "", "access `id` of requests (default: ENGINE_ACCESS_ID, or random)")
	flags.StringVar(&set.options.SecretKey, "secret-key", "", "secret `key` of requests (default: ENGINE_SECRET_KEY, or random)")
	flags.DurationVar(&set.options.Latency, "latency", 0, "`time` added to every request")
	flags.Float64Var(&set.options.FaultRate, "fault-rate", 0,
		"`share` of requests that fail at random, 0 to 1: 502, 503, 504, 429, dropped connections, cut bodies, delays")
	flags.Uint64Var(&set.options.Seed, "seed", 1, "`number` that decides which requests fail (default: 1)")
	flags.DurationVar(&set.options.DeployDelay, "deploy-delay", 0, "`time` between two deployment statuses of a component")
	flags.StringVar(&set.options.SMTP, "smtp", "", "`host:port` of the SMTP server for the e-mails of alerts (default: no e-mails)")
	flags.StringVar(&set.options.SMTPFrom, "smtp-from", "", "sender `address` of the e-mails (default: "+refserver.DefaultSender+")")
	flags.StringVar(&set.objects, "objects", "", "`file` with objects for the start: a data file, or an export of the control API")
	flags.DurationVar(&set.readTimeout, "read-timeout", 30*time.Second, "`time` in which a request must arrive (default: 30s)")
	flags.BoolVar(&set.noPage, "no-page", false, "serve no page for browsers of this machine")
	flags.BoolVar(&set.quiet, "quiet", false, "write no line per request")
	flags.BoolVar(&set.describe, "openapi", false, "print the OpenAPI 3.1 description of the interface and serve nothing")
	flags.StringVar(&set.like, "like", "", "`file` that probe -out has written: behave like the probed engine, with its habits, defaults, "+
		"words and limits; -habit adds to them")
	flags.Func("habit", "`name` of a habit, see below; may be repeated", set.addHabit)
	flags.StringArrayVar(&set.options.Collections, "collection", nil, "`path` below /v3/engine/, such as asset/assets, of a further "+
		"collection, whose objects may have any fields; may be repeated")

	flags.StringArrayVar(&set.options.Series, "series", nil, "CSV or JSON `file` with data on which alerts run, see above; may be repeated "+
		"(default: alerts do not run)")
	flags.StringVar(&set.options.Metadata, "metadata", "", "JSON `file` with the values of METADATA items, {\"ASSET\": {\"FIELD\": value}}")
	flags.StringVar(&set.options.Clock, "clock", "", "`time` at which the server's clock stands still, such as 2026-01-01T00:00:00Z, or now "+
		"(default: the machine's time, but alerts run over all data)")

	flags.StringVar(&set.controlAddress, "control", "", "loopback `address` of the control API (default: none)")
	flags.StringVar(&set.token, "control-token", "", "`token` of requests to the control API (default: ENGINE_CONTROL_TOKEN, or random)")
}

// addHabit adds a habit (a deviation from INTERFACE.md) from a -habit flag, such as small-pages=1. It validates only the name, because
// Options.Complete validates the parameter.
func (set *settings) addHabit(value string) error {
	set.options.Habits = append(set.options.Habits, value)
	name, _, _ := strings.Cut(value, "=")
	return commandline.CheckName("habit", name, habit.Names())
}

// maxFile is the maximum size in bytes of a profile or a file with objects.
const maxFile = 256 << 20

func (set *settings) readProfile(ctx context.Context) (err error) {
	if set.like == "" {
		return nil
	}
	file := inputfile.Open(ctx, set.like, maxFile)
	defer func() { err = errors.Join(err, file.Close()) }()
	if set.options.Like, err = profile.Read(file); err != nil {
		return fmt.Errorf("the profile %s: %w", set.like, err)
	}
	return nil
}

// requireCredentials returns an error if other machines can reach the server but the user has not set credentials. (By default, the server
// generates new credentials at each start.) If the host can't be resolved, the listen function reports the error instead.
func (set *settings) requireCredentials() error {
	_, port, err := net.SplitHostPort(set.listen)
	if err != nil {
		return fmt.Errorf("-listen %q: it has to be HOST:PORT", set.listen)
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return fmt.Errorf("-listen %q: the port has to be a number from 0 to 65535", set.listen)
	}
	chosen := set.options.AccessID != "" && set.options.SecretKey != ""
	if address, err := net.ResolveTCPAddr("tcp", set.listen); err == nil && !address.IP.IsLoopback() && !chosen {
		return fmt.Errorf("other machines can reach %q: set an access id and a secret key with ENGINE_ACCESS_ID and ENGINE_SECRET_KEY, "+
			"or with the options", set.listen)
	}
	return nil
}

// readControl resolves the address from the -control flag and sets the token for the control API. It accepts only loopback addresses, so
// that other machines can't reach the control API, which has full access to the server.
func (set *settings) readControl(address string) (err error) {
	if address == "" {
		if set.token != "" {
			return errors.New("the token of the control API has no effect without -control")
		}
		return nil
	}
	if set.control, err = net.ResolveTCPAddr("tcp", address); err != nil {
		return fmt.Errorf("the address of the control API: %w", err)
	}
	if !set.control.IP.IsLoopback() {
		return fmt.Errorf("the address of the control API must be a loopback address, not %q", address)
	}
	set.token = cmp.Or(set.token, os.Getenv("ENGINE_CONTROL_TOKEN"), rand.Text())
	if strings.ContainsAny(set.token, " \t\r\n") {
		return errors.New("the token of the control API (-control-token or ENGINE_CONTROL_TOKEN) must not contain white space")
	}
	return nil
}
