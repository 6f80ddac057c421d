// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/clock"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Options say how a Server behaves. The zero value is a server in memory with random credentials and no delays.
type Options struct {
	// AccessID and SecretKey are the credentials that requests must carry (interface section 5); random when empty.
	AccessID, SecretKey string
	// Data is the file that keeps the documents; without it they are kept in memory alone.
	Data string
	// Latency is added to every request.
	Latency time.Duration
	// FaultRate is the share of requests, 0 to 1, that fail at random: 503 of the engine; 502 and 504 of a gateway, before or
	// after the request took effect; 429 with a Retry-After of 0 or 1 second or without; the connection dropped before or
	// after the request took effect; the body cut; a delay of half a second at most. Seed decides which.
	FaultRate float64
	Seed      uint64
	// DeployDelay lies between two deployment states of a component; without it the last state is reached at once.
	DeployDelay time.Duration
	// Habits are beliefs about the engine that are turned the other way: names of the package habit, each with its parameter
	// behind an equals sign or without.
	Habits []string
	// Collections are the paths below /v3/engine/, such as asset/assets, of collections that the interface document has no section
	// for: the server has them beside the others, and their objects may hold anything (quirk 200).
	Collections []string
	// SMTP is the server, HOST:PORT, that takes the e-mails of alerts (interface section 6), without authentication and
	// encrypted where it can; without it there are none. SMTPFrom is their sender, DefaultSender when empty.
	SMTP, SMTPFrom string
	// Series are files with the data that alerts run on, CSV or JSON as the package series reads them. Without data alerts do not run
	// (quirk 240). What was read is kept in memory alone.
	Series []string
	// Timezone is the name of the time zone of cron schedules, UTC when empty. Metadata is a JSON file with the values of METADATA items,
	// {"ASSET": {"FIELD": value}}; without it alerts with such items are misconfigured.
	Timezone, Metadata string
	// Clock is an RFC 3339 time at which the server's clock stands still, or now for the machine's time. When empty, times are the
	// machine's, and alerts run over all the data there are, whatever the time is.
	Clock string
	// NoRequestLog: Requests gives nothing, and nothing is kept for it.
	NoRequestLog bool
	// Log receives one line per request; without it the server is silent.
	Log *slog.Logger
}

// Complete checks the options and makes the credentials that are not given. New does it as well.
func (o Options) Complete() (Options, error) {
	if o.FaultRate < 0 || o.FaultRate > 1 {
		return o, errors.New("the fault rate must lie between 0 and 1")
	}
	if o.Latency < 0 || o.DeployDelay < 0 {
		return o, errors.New("the latency and the deploy delay must not be negative")
	}
	if strings.ContainsAny(o.AccessID+o.SecretKey, " \t\r\n") {
		return o, errors.New("the access id and the secret key must not hold white space")
	}
	if err := o.completeMail(); err != nil {
		return o, err
	}
	if _, err := o.habits(o.Habits); err != nil {
		return o, err
	}
	if _, err := o.tables(); err != nil {
		return o, err
	}
	if _, err := clock.Parse(o.Clock); err != nil {
		return o, err
	}
	if o.AccessID == "" {
		o.AccessID = rand.Text()
	}
	if o.SecretKey == "" {
		o.SecretKey = rand.Text()
	}
	return o, nil
}

// tables are those of the interface and those of plain collections.
func (o Options) tables() ([]*table.Table, error) {
	tables := table.All()
	for _, path := range o.Collections {
		plain, err := table.Plain(path)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(tables, func(t *table.Table) bool { return t.Kind == plain.Kind }) {
			return nil, fmt.Errorf("the collection %s is given twice", plain.Kind)
		}
		tables = append(tables, plain)
	}
	return tables, nil
}

// DefaultSender is the sender of e-mails when none is given.
const DefaultSender = "engine@localhost"

// completeMail checks what is said of e-mails and brings the sender into its plain form.
func (o *Options) completeMail() error {
	if o.SMTP == "" {
		if o.SMTPFrom != "" {
			return errors.New("a sender of e-mails makes no sense without an SMTP server")
		}
		return nil
	}
	host, port, err := net.SplitHostPort(o.SMTP)
	if number, errPort := strconv.ParseUint(port, 10, 16); err != nil || errPort != nil || number == 0 || host == "" {
		return fmt.Errorf("the SMTP server must be given as HOST:PORT, not as %q", o.SMTP)
	}
	if o.SMTPFrom == "" {
		o.SMTPFrom = DefaultSender
	}
	sender, err := mail.ParseAddress(o.SMTPFrom)
	if err != nil {
		return fmt.Errorf("the sender %q is no e-mail address: %w", o.SMTPFrom, err)
	}
	if len(sender.Address) > notify.MaxAddress {
		return fmt.Errorf("the sender has %d bytes, and an e-mail address has at most %d", len(sender.Address), notify.MaxAddress)
	}
	o.SMTPFrom = sender.Address
	return nil
}
