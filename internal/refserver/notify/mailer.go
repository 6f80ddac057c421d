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
	"sync"
	"time"

	"github.com/wneessen/go-mail"
)

const (
	maxQueued   = 1000             // E-mails that wait; what comes on top is dropped.
	attemptTime = 10 * time.Second // Bounds one attempt to deliver an e-mail.
)

// Mailer delivers e-mails to an SMTP server, one after the other, so that they arrive in the order of the changes. Those
// who post do not wait for it and do not learn of failures; the log does.
type Mailer struct {
	server string // HOST:PORT
	from   string
	log    *slog.Logger
	delays []time.Duration // Between the attempts to deliver one e-mail.
	drain  time.Duration   // How long Close waits for what is queued.

	giveUp  context.CancelFunc
	stopped chan struct{}

	mu     sync.Mutex
	closed bool
	queue  chan Email
}

// StartMailer makes a mailer that delivers to the SMTP server HOST:PORT.
func StartMailer(server, from string, log *slog.Logger) *Mailer {
	ctx, giveUp := context.WithCancel(context.Background())
	m := &Mailer{
		server: server, from: from, log: log,
		delays: []time.Duration{100 * time.Millisecond, time.Second, 5 * time.Second},
		drain:  5 * time.Second,
		giveUp: giveUp, stopped: make(chan struct{}), queue: make(chan Email, maxQueued),
	}
	go m.run(ctx)
	return m
}

// Post hands over e-mails. It never waits.
func (m *Mailer) Post(emails []Email) {
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

// Close delivers what is queued, as far as that goes within the drain time.
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

func (m *Mailer) run(ctx context.Context) {
	defer close(m.stopped)
	for e := range m.queue {
		if err := m.deliver(ctx, m.message(e)); err != nil {
			m.lost(e, err)
		}
	}
}

// deliver tries to deliver the message until that succeeds, or fails for good, or was tried often enough.
func (m *Mailer) deliver(ctx context.Context, message *mail.Msg) error {
	err := m.attempt(ctx, message)
	for _, delay := range m.delays {
		if err == nil || forGood(err) || ctx.Err() != nil {
			break
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
		}
		err = m.attempt(ctx, message)
	}
	return err
}

// attempt delivers the message over a connection of its own, which never outlives the attempt.
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
func (m *Mailer) message(e Email) *mail.Msg {
	message := mail.NewMsg()
	message.FromMailAddress(&netmail.Address{Address: m.from})
	message.ToMailAddress(&netmail.Address{Address: e.to})
	message.Subject(foldable(e.subject))
	message.SetDateWithValue(e.at)
	message.SetMessageID()
	message.SetGenHeader("Auto-Submitted", "auto-generated") // Keeps away the answers of other programs (RFC 3834).
	message.SetBodyString(mail.TypeTextPlain, e.text)
	return message
}

func (m *Mailer) lost(e Email, err error) {
	m.log.Warn("e-mail not delivered", "to", e.to, "subject", e.subject, "error", err)
}
