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

// startTestMailer returns a mailer that writes its log to a buffer. The test must call Close before it reads the buffer.
func startTestMailer(server string, log *bytes.Buffer) *Mailer {
	return StartMailer(server, "engine@localhost", slog.New(slog.NewTextHandler(log, nil)))
}

// silentServer starts a server that accepts connections but never sends anything, like an SMTP server that hangs.
func silentServer(t *testing.T) (address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}

// TestMailerGivesUp checks that after the last failed attempt, the mailer drops and logs an e-mail and continues with the next one.
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
	m.delays = []time.Duration{time.Millisecond, time.Millisecond} // No data race: the mailer reads delays only after the first Post.
	m.Post([]Email{{To: "a@example.com"}, {To: "b@example.com"}})
	m.Close()
	for _, want := range []string{"to=a@example.com", "to=b@example.com", "refused"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log: %s", want, &log)
		}
	}
}

// TestMailerClosesInTime checks that Close does not wait for an SMTP server that hangs. The mailer must drop and log queued e-mails.
func TestMailerClosesInTime(t *testing.T) {
	var log bytes.Buffer
	m := startTestMailer(silentServer(t), &log)
	m.drain = 10 * time.Millisecond
	m.Post([]Email{{To: "a@example.com"}, {To: "b@example.com"}})
	m.Close()
	m.Close() // A second Close must do nothing.
	m.Post([]Email{{To: "c@example.com"}})
	for _, want := range []string{"to=a@example.com", "to=b@example.com", "to=c@example.com"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log: %s", want, &log)
		}
	}
}

// TestMailerIsBounded checks that if the queue is full, Post drops e-mails instead of waiting.
func TestMailerIsBounded(t *testing.T) {
	var log bytes.Buffer
	m := startTestMailer(silentServer(t), &log)
	m.drain = 10 * time.Millisecond
	m.Post(make([]Email, maxQueued+5))
	m.Close()
	dropped := strings.Count(log.String(), "the queue already contains")
	if lost := strings.Count(log.String(), "not delivered"); dropped < 4 || dropped > 5 || lost != maxQueued+5 {
		t.Errorf("%d e-mails are lost, %d of them dropped", lost, dropped)
	}
}

// TestMailerRemembers checks that a mailer without an SMTP server sends nothing, but keeps the latest e-mails up to its limits.
func TestMailerRemembers(t *testing.T) {
	var log bytes.Buffer
	m := startTestMailer("", &log)
	defer m.Close()
	m.Post([]Email{{Event: "first", To: "a@example.com"}, {Event: "first", To: "b@example.com"}, {Event: "second", Text: "text"}})
	for event, want := range map[string]int{"first": 2, "second": 1, "third": 0} {
		found := m.Emails(event)
		if len(found) != want || want > 0 && (found[0].State != NotSent || found[0].From != "engine@localhost") {
			t.Errorf("the e-mails about the %s event are %v", event, found)
		}
	}
	m.Post(make([]Email, maxKept-1))
	if len(m.Emails("first")) != 0 || len(m.Emails("second")) != 1 {
		t.Error("the mailer does not remember the latest e-mails")
	}
	m.Post([]Email{{Event: "long", Text: strings.Repeat("x", maxKeptBytes)}, {Event: "last"}})
	if len(m.Emails("second")) != 0 || len(m.Emails("long")) != 1 || len(m.Emails("last")) != 1 {
		t.Error("the mailer remembers more than its limit")
	}
	m.Post([]Email{{Event: "longer", Text: strings.Repeat("x", maxKeptBytes+1)}})
	if len(m.Emails("longer")) != 0 || log.Len() > 0 {
		t.Errorf("an e-mail beyond the limit is kept, or the log has %s", &log)
	}
}
