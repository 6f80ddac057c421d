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

// Options configures a Server. With the zero value, the server keeps its objects in memory, has random credentials and responds without
// delay.
type Options struct {
	// AccessID and SecretKey are the credentials of requests (INTERFACE.md, interface section 5), by default random.
	AccessID, SecretKey string
	// Data is the file that keeps the objects. If it is empty, the server keeps them in memory only.
	Data string
	// Latency is the time that the server waits before it handles a request.
	Latency time.Duration
	// SendTime is how long a client may take to read a response, by default two minutes.
	SendTime time.Duration
	// FaultRate is the share of requests, 0 to 1, that fail at random, for example with a 503, a gateway's 502, or a dropped connection,
	// before or after the server has handled them. Seed decides which requests fail.
	FaultRate float64
	Seed      uint64
	// DeployDelay is the time between two deployment statuses of a component, such as Pending and Running. If it is 0, a started component
	// is Running at once.
	DeployDelay time.Duration
	// Habits are the names of active habits (package habit), with or without a parameter: "small-pages=1".
	Habits []string
	// Like is the profile of an engine, or nil. The server has its habits, in addition to Habits, and its defaults, words and limits,
	// except for the parts that Ignored returns.
	Like *profile.Profile
	// Collections are further paths below /v3/engine/, for example asset/assets, whose objects may have any fields (quirk 200 in
	// quirks.go).
	Collections []string
	// SMTP is the address HOST:PORT of the SMTP server that delivers the e-mails of alerts. The connection is encrypted if that server
	// offers it. If SMTP is empty, no e-mails are sent. SMTPFrom is the sender's address, by default DefaultSender.
	SMTP, SMTPFrom string
	// Series are CSV or JSON files with the recorded data on which alerts run (see the package series). Without data, alerts do not run
	// (quirk 240 in quirks.go). The server keeps the data in memory only.
	Series []string
	// Timezone is the time zone of cron schedules, for example "Europe/Berlin". The default is UTC. Metadata is a JSON file with the
	// values of METADATA items, {"ASSET": {"FIELD": value}}. An alert whose METADATA item has no value gets the status misconfigured.
	Timezone, Metadata string
	// Clock is an RFC 3339 time at which the server's clock stands still, or "now" for the machine's time. By default, the clock shows the
	// machine's time, but alerts run over all data, including points in the future.
	Clock string
	// NoRequestLog keeps no log of requests, so Server.Requests returns nothing.
	NoRequestLog bool
	// Log gets one line for each request. If Log is nil, the server logs nothing.
	Log *slog.Logger
}

// Complete checks the options and fills in random credentials if there are none. New calls it.
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

// tables returns the tables of all kinds, with the facts of the profile in Like.
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

// DefaultSender is the sender of e-mails if Options.SMTPFrom is empty.
const DefaultSender = "engine@localhost"

// completeMail checks the addresses of the SMTP server and the sender. It shortens a sender such as "Engine <a@b.c>" to a@b.c.
func (o *Options) completeMail() error {
	if o.SMTP == "" {
		if o.SMTPFrom != "" {
			return errors.New("a sender of e-mails needs an SMTP server too")
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
		return fmt.Errorf("the sender %q is not an e-mail address: %w", o.SMTPFrom, err)
	}
	if len(sender.Address) > notify.MaxAddress {
		return fmt.Errorf("the sender has %d bytes, and an e-mail address has at most %d", len(sender.Address), notify.MaxAddress)
	}
	o.SMTPFrom = sender.Address
	return nil
}
