// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package notify

import (
	"bytes"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"
)

// startTestMailer is a mailer that logs into the buffer, which may be read after close.
func startTestMailer(server string, log *bytes.Buffer) *Mailer {
	return StartMailer(server, "engine@localhost", slog.New(slog.NewTextHandler(log, nil)))
}

// silentServer accepts connections and never says a word.
func silentServer(t *testing.T) (address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}

// An e-mail that was tried often enough is given up, and the log says so; the one behind it has its turn.
func TestMailerGivesUp(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	m := startTestMailer(nobody, &log)
	m.delays = []time.Duration{time.Millisecond, time.Millisecond} // Read when the first e-mail comes.
	m.Post([]Email{{to: "a@example.com"}, {to: "b@example.com"}})
	m.Close()
	for _, want := range []string{"to=a@example.com", "to=b@example.com", "refused"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log: %s", want, &log)
		}
	}
}

// An SMTP server that hangs does not keep the server from closing: what waits is given up, and the log says so.
func TestMailerClosesInTime(t *testing.T) {
	var log bytes.Buffer
	m := startTestMailer(silentServer(t), &log)
	m.drain = 10 * time.Millisecond
	m.Post([]Email{{to: "a@example.com"}, {to: "b@example.com"}})
	m.Close()
	m.Close() // Once more does no harm.
	m.Post([]Email{{to: "c@example.com"}})
	for _, want := range []string{"to=a@example.com", "to=b@example.com", "to=c@example.com"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log: %s", want, &log)
		}
	}
}

// More e-mails than may wait are dropped at once.
func TestMailerIsBounded(t *testing.T) {
	var log bytes.Buffer
	m := startTestMailer(silentServer(t), &log)
	m.drain = 10 * time.Millisecond
	m.Post(make([]Email, maxQueued+5))
	m.Close()
	dropped := strings.Count(log.String(), "wait already")
	if lost := strings.Count(log.String(), "not delivered"); dropped < 4 || dropped > 5 || lost != maxQueued+5 {
		t.Errorf("%d e-mails are lost, %d of them dropped", lost, dropped)
	}
}
