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

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Options configures a Server. With the zero value, the server keeps objects in memory only, generates random credentials, and responds
// without delay.
type Options struct {
	// AccessID and SecretKey are the credentials that clients must send (interface document, section 5). The defaults are random.
	AccessID, SecretKey string
	// Data is the name of the file in which the server stores its objects. If Data is empty, the server keeps them in memory only.
	Data string
	// Latency is how long the server waits before it handles a request.
	Latency time.Duration
	// SendTime is how long a client may take to read a response. The default is two minutes.
	SendTime time.Duration
	// FaultRate is the fraction of requests that fail at random, from 0 to 1. Typical failures are 503 responses, gateway error pages, and
	// dropped connections. Some occur after the server has already performed the request. Seed seeds the random generator.
	FaultRate float64
	Seed      uint64
	// DeployDelay is how long a component stays in each intermediate deployment status, such as Pending, while it starts or stops.
	DeployDelay time.Duration
	// Habits lists the active habits (deviations from INTERFACE.md, see package habit). A habit may have a parameter, as in
	// "small-pages=1".
	Habits []string
	// Like is the profile of an engine to imitate, or nil. A profile contains what the probe subcommand learned about an engine: its habits
	// (deviations from INTERFACE.md), defaults, valid values and limits. The server adds the profile's habits to Habits.
	Like *profile.Profile
	// Collections lists the paths of additional collections below /v3/engine/, for example asset/assets. Their objects may have any fields
	// (quirk 200 in quirks.go).
	Collections []string
	// SMTP is the address (HOST:PORT) of the mail server that delivers alert e-mails. The connection is encrypted if the mail server
	// supports encryption. If SMTP is empty, no e-mails are sent. SMTPFrom is the sender's address, by default DefaultSender.
	SMTP, SMTPFrom string
	// Series contains the names of CSV or JSON files with recorded data points (see package series). The server keeps the points in memory
	// only, and runs its alerts on them. Without data, alerts do not run (quirk 240 in quirks.go).
	Series []string
	// Timezone is the time zone for cron schedules, for example "Europe/Berlin". The default is UTC. Metadata is the name of a JSON file
	// with the values of METADATA alert items, for example {"ASSET": {"FIELD": 1}}.
	Timezone, Metadata string
	// Clock sets the server's clock to a fixed time (RFC 3339), or to the machine's time ("now"). Alerts run only on recorded points up to
	// that time. If Clock is empty, the clock also shows the machine's time, but alerts run on all recorded points, even those in the
	// future.
	Clock string
	// NoRequestLog turns off the list of requests that Server.Requests returns.
	NoRequestLog bool
	// Log receives one line per request. If Log is nil, the server logs nothing.
	Log *slog.Logger
}

// Complete validates the options and returns a copy with defaults and generated credentials filled in. New calls Complete.
func (o Options) Complete() (Options, error) {
	if o.FaultRate < 0 || o.FaultRate > 1 {
		return o, errors.New("the fault rate must lie between 0 and 1")
	}
	if o.Latency < 0 || o.DeployDelay < 0 {
		return o, errors.New("the latency and the deploy delay must not be negative")
	}
	if strings.ContainsAny(o.AccessID+o.SecretKey, " \t\r\n") {
		return o, errors.New("the access id and the secret key must not contain white space")
	}
	if err := o.completeMail(); err != nil {
		return o, err
	}
	if _, err := o.habits(o.allHabits()); err != nil {
		return o, err
	}
	if _, err := o.tables(); err != nil {
		return o, err
	}
	if _, err := evaluation.ParseSetting(o.Clock); err != nil {
		return o, err
	}
	if o.SendTime <= 0 {
		o.SendTime = 2 * time.Minute
	}
	if o.AccessID == "" {
		o.AccessID = rand.Text()
	}
	if o.SecretKey == "" {
		o.SecretKey = rand.Text()
	}
	return o, nil
}

// tables returns a table for each kind of object, and for each path in o.Collections. A table describes the fields and paths of a kind. The
// profile in o.Like may change defaults, valid values and limits in the tables.
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
	if o.Like != nil {
		applyFacts(tables, o.Like.Facts)
	}
	return tables, nil
}

// DefaultSender is the default for Options.SMTPFrom.
const DefaultSender = "engine@localhost"

// completeMail validates SMTP and SMTPFrom. It reduces a sender such as "Engine <a@b.c>" to a@b.c.
func (o *Options) completeMail() error {
	if o.SMTP == "" {
		if o.SMTPFrom != "" {
			return errors.New("a sender of e-mails requires an SMTP server")
		}
		return nil
	}
	host, port, _ := net.SplitHostPort(o.SMTP) // An error leaves both empty.
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 || host == "" {
		return fmt.Errorf("the SMTP server must have the form HOST:PORT, not %q", o.SMTP)
	}
	if o.SMTPFrom == "" {
		o.SMTPFrom = DefaultSender
	}
	sender, err := mail.ParseAddress(o.SMTPFrom)
	if err != nil {
		return fmt.Errorf("the sender %q is not an e-mail address: %w", o.SMTPFrom, err)
	}
	if len(sender.Address) > notify.MaxAddress {
		return fmt.Errorf("the sender has %d bytes, and an e-mail address has at most %d", len(sender.Address), notify.MaxAddress)
	}
	o.SMTPFrom = sender.Address
	return nil
}
