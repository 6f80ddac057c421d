// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"sync"
	"time"

	"github.com/wneessen/go-mail"
)

const (
	maxQueued   = 1000             // E-mails that wait; what comes on top is dropped.
	attemptTime = 10 * time.Second // Bounds one attempt to deliver an e-mail.
)

// mailer delivers e-mails to an SMTP server, one after the other, so that they arrive in the order of the changes. Those
// who post do not wait for it and do not learn of failures; the log does.
type mailer struct {
	server string // HOST:PORT
	from   string
	log    *slog.Logger
	delays []time.Duration // Between the attempts to deliver one e-mail.
	drain  time.Duration   // How long close waits for what is queued.

	giveUp  context.CancelFunc
	stopped chan struct{}

	mu     sync.Mutex
	closed bool
	queue  chan email
}

// startMailer makes the mailer of complete options.
func startMailer(options Options) *mailer {
	ctx, giveUp := context.WithCancel(context.Background())
	m := &mailer{
		server: options.SMTP, from: options.SMTPFrom, log: options.Log,
		delays: []time.Duration{100 * time.Millisecond, time.Second, 5 * time.Second},
		drain:  5 * time.Second,
		giveUp: giveUp, stopped: make(chan struct{}), queue: make(chan email, maxQueued),
	}
	go m.run(ctx)
	return m
}

// post hands over e-mails. It never waits.
func (m *mailer) post(emails []email) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range emails {
		if m.closed {
			m.lost(e, errors.New("the server is closed"))
			continue
		}
		select {
		case m.queue <- e:
		default:
			m.lost(e, fmt.Errorf("%d e-mails wait already", maxQueued))
		}
	}
}

// close delivers what is queued, as far as that goes within the drain time.
func (m *mailer) close() {
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

func (m *mailer) run(ctx context.Context) {
	defer close(m.stopped)
	for e := range m.queue {
		if err := m.deliver(ctx, m.message(e)); err != nil {
			m.lost(e, err)
		}
	}
}

// deliver tries to deliver the message until that succeeds, or fails for good, or was tried often enough.
func (m *mailer) deliver(ctx context.Context, message *mail.Msg) error {
	err := m.attempt(ctx, message)
	for _, delay := range m.delays {
		if err == nil || forGood(err) || ctx.Err() != nil {
			break
		}
		sleep(ctx, delay)
		err = m.attempt(ctx, message)
	}
	return err
}

// attempt delivers the message over a connection of its own, which never outlives the attempt.
func (m *mailer) attempt(ctx context.Context, message *mail.Msg) error {
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
		return nil // Only the farewell failed.
	}
	return err
}

// forGood reports whether the SMTP server will not take the message later either.
func forGood(err error) bool {
	var refused *mail.SendError
	return errors.As(err, &refused) && refused.ErrorCode() >= 500
}

// message is the e-mail as it is sent. It stays the same in all attempts: an SMTP server that took it twice can tell by
// its Message-ID.
func (m *mailer) message(e email) *mail.Msg {
	message := mail.NewMsg()
	message.FromMailAddress(&netmail.Address{Address: m.from})
	message.ToMailAddress(&netmail.Address{Address: e.to})
	message.Subject(e.subject)
	message.SetDateWithValue(e.at)
	message.SetMessageID()
	message.SetGenHeader("Auto-Submitted", "auto-generated") // Keeps away the answers of other programs (RFC 3834).
	message.SetBodyString(mail.TypeTextPlain, e.text)
	return message
}

func (m *mailer) lost(e email, err error) {
	m.log.Warn("e-mail not delivered", "to", e.to, "subject", e.subject, "error", err)
}
