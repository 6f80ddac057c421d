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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Options configure a Server. The zero value is a server with random credentials and no delays that keeps its objects in memory.
type Options struct {
	// AccessID and SecretKey are the credentials of requests (interface section 5). If they are empty, New makes random ones.
	AccessID, SecretKey string
	// Data is the file that keeps the documents. If it is empty, the server keeps them in memory only.
	Data string
	// Latency is added to every request.
	Latency time.Duration
	// FaultRate is the share of requests, 0 to 1, that fail at random: with 503 of the engine, with 502 or 504 of a gateway, with 429
	// with or without Retry-After, with a dropped connection, with a cut body, or with a delay of up to half a second. The request may
	// take effect before a gateway answers or the connection is dropped. Seed decides which requests fail.
	FaultRate float64
	Seed      uint64
	// DeployDelay is the time between two deployment statuses of a component. With 0, a component reaches its last status at once.
	DeployDelay time.Duration
	// Habits are names of the package habit. Each may carry a parameter ("small-pages=1").
	Habits []string
	// Collections are paths below /v3/engine/, such as asset/assets, of further collections that the interface document does not
	// describe. Their objects may have any fields (quirk 200).
	Collections []string
	// SMTP is the address HOST:PORT of the SMTP server for the e-mails of alerts (interface section 6). The connection is encrypted if the
	// SMTP server offers it. If SMTP is empty, no e-mails are sent. SMTPFrom is the sender; the default is DefaultSender.
	SMTP, SMTPFrom string
	// Series are CSV or JSON files with the data that alerts run on, which the package series reads. Without data, alerts do not run
	// (quirk 240). The server keeps the data in memory only.
	Series []string
	// Timezone is the name of the time zone of cron schedules. The default is UTC. Metadata is a JSON file with the values of METADATA
	// items, {"ASSET": {"FIELD": value}}. An alert with such an item and no value for it gets the status misconfigured.
	Timezone, Metadata string
	// Clock is an RFC 3339 time at which the server's clock stands still, or "now" for the machine's time. If it is empty, the clock shows
	// the machine's time, but alerts run over all data, even if the data lie in the future.
	Clock string
	// NoRequestLog turns off the log that Requests returns.
	NoRequestLog bool
	// Log receives one line for each request. If it is nil, the server logs nothing.
	Log *slog.Logger
}

// Complete checks the options and adds random credentials if they are empty. New calls it.
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
	if _, err := o.habits(o.Habits); err != nil {
		return o, err
	}
	if _, err := o.tables(); err != nil {
		return o, err
	}
	if _, err := evaluation.ParseSetting(o.Clock); err != nil {
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

// tables returns the tables of the interface and of the further collections.
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

// DefaultSender is the sender of e-mails if the options name none.
const DefaultSender = "engine@localhost"

// completeMail checks the options for e-mails and removes the display name from the sender.
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
