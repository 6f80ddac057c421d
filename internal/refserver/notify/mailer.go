// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"slices"
	"sync"
	"time"

	"github.com/wneessen/go-mail"
)

const (
	maxQueued   = 1000             // The maximum number of queued e-mails. The mailer drops any others.
	attemptTime = 10 * time.Second // The time limit for one attempt to deliver an e-mail.

	// The maximum number and the maximum total size (in bytes) of the e-mails that the mailer keeps in memory.
	maxKept      = 1000
	maxKeptBytes = 8 << 20
)

// Mailer delivers e-mails in the background, one at a time, so that they arrive in the order of the status changes. It logs e-mails that it
// can't deliver. It also keeps the latest e-mails in memory (see Emails).
type Mailer struct {
	server string // HOST:PORT of the SMTP server, or "" to deliver no e-mails.
	from   string
	log    *slog.Logger
	delays []time.Duration // The pauses between attempts to deliver an e-mail.
	drain  time.Duration   // The maximum time for which Close waits for queued e-mails.

	giveUp  context.CancelFunc
	stopped chan struct{}

	mu     sync.Mutex
	closed bool
	queue  chan *Email
	kept   []*Email
	bytes  int // The total size of the e-mails in kept.
}

// StartMailer starts a mailer that sends e-mails from the given address. server is the HOST:PORT of an SMTP server, or "" to deliver no
// e-mails.
func StartMailer(server, from string, log *slog.Logger) *Mailer {
	ctx, giveUp := context.WithCancel(context.Background())
	m := &Mailer{
		server: server, from: from, log: log,
		delays: []time.Duration{100 * time.Millisecond, time.Second, 5 * time.Second},
		drain:  5 * time.Second,
		giveUp: giveUp, stopped: make(chan struct{}), queue: make(chan *Email, maxQueued),
	}
	if server == "" {
		close(m.stopped)
	} else {
		go m.run(ctx)
	}
	return m
}

// Post queues e-mails and returns immediately. If the queue is full or the mailer is closed, Post drops the e-mails and logs a warning.
func (m *Mailer) Post(emails []Email) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, posted := range emails {
		e := &posted
		e.From, e.State = m.from, Waiting
		m.keep(e)
		switch {
		case m.server == "":
			e.State = NotSent
		case m.closed:
			m.markUndelivered(e, errors.New("the server is closed"))
		default:
			select {
			case m.queue <- e:
			default:
				m.markUndelivered(e, fmt.Errorf("the queue already contains %d e-mails", maxQueued))
			}
		}
	}
}

func (m *Mailer) keep(e *Email) {
	m.kept = append(m.kept, e)
	m.bytes += e.size()
	for len(m.kept) > maxKept || m.bytes > maxKeptBytes {
		m.bytes -= m.kept[0].size()
		m.kept = slices.Delete(m.kept, 0, 1)
	}
}

func (e *Email) size() int { return len(e.To) + len(e.Subject) + len(e.Text) }

// Emails returns the e-mails about an event that are still in memory.
func (m *Mailer) Emails(event string) []Email {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Email
	for _, e := range m.kept {
		if e.Event == event {
			found = append(found, *e)
		}
	}
	return found
}

// Close waits up to m.drain for queued e-mails to be delivered. It then drops the remaining e-mails and logs them.
func (m *Mailer) Close() {
	m.mu.Lock()
	if !m.closed {
		m.closed = true
		close(m.queue)
	}
	m.mu.Unlock()
	timer := time.AfterFunc(m.drain, m.giveUp)
	defer timer.Stop()
	<-m.stopped
	m.giveUp()
}

// run delivers the queued e-mails. After a failed attempt, it pauses and tries again, once for each pause in m.delays. It does not retry an
// e-mail that the SMTP server has permanently rejected.
func (m *Mailer) run(ctx context.Context) {
	defer close(m.stopped)
	for e := range m.queue {
		message := mail.NewMsg()
		message.FromMailAddress(&netmail.Address{Address: e.From})
		message.ToMailAddress(&netmail.Address{Address: e.To})
		message.Subject(splitLongWords(e.Subject))
		message.SetDateWithValue(e.At)
		message.SetMessageID()                                   // The same id in all attempts lets a server detect duplicates.
		message.SetGenHeader("Auto-Submitted", "auto-generated") // Prevents automatic replies (RFC 3834).
		message.SetBodyString(mail.TypeTextPlain, e.Text)
		err := m.attempt(ctx, message)
		for _, delay := range m.delays {
			if err == nil || isPermanent(err) || ctx.Err() != nil {
				break
			}
			select {
			case <-time.After(delay):
			case <-ctx.Done():
			}
			err = m.attempt(ctx, message)
		}
		m.mu.Lock()
		e.State = Delivered
		if err != nil {
			m.markUndelivered(e, err)
		}
		m.mu.Unlock()
	}
}

func (m *Mailer) attempt(ctx context.Context, message *mail.Msg) error {
	ctx, hangUp := context.WithTimeout(ctx, attemptTime)
	defer hangUp()
	host, _, err := net.SplitHostPort(m.server)
	if err != nil {
		return err
	}
	client, err := mail.NewClient(host,
		mail.WithTimeout(attemptTime),
		mail.WithTLSPolicy(mail.TLSOpportunistic),
		mail.WithDialContextFunc(func(dialing context.Context, network, _ string) (net.Conn, error) {
			connection, err := (&net.Dialer{}).DialContext(dialing, network, m.server)
			if err == nil {
				context.AfterFunc(ctx, func() { _ = connection.Close() })
			}
			return connection, err
		}))
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, message)
	if message.IsDelivered() {
		return nil // The server has accepted the e-mail. Only ending the SMTP session failed.
	}
	return err
}

// isPermanent reports whether the SMTP server rejected an e-mail with a 5xx reply, which means that a retry would also fail.
func isPermanent(err error) bool {
	var rejected *mail.SendError
	return errors.As(err, &rejected) && rejected.ErrorCode() >= 500
}

// markUndelivered marks an e-mail as not delivered and logs a warning. The caller must hold mu.
func (m *Mailer) markUndelivered(e *Email, err error) {
	e.State, e.Reason = NotDelivered, err.Error()
	m.log.Warn("e-mail not delivered", "to", e.To, "subject", e.Subject, "error", err)
}
