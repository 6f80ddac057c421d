// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestEmail(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address, SMTPFrom: "The engine <engine@example.com>"})
	c.TriggerAlert("Überlauf", "ops@example.com")
	got := <-mailServer.Received
	if got.From != "engine@example.com" || got.To != "ops@example.com" || got.Subject != "SEV3 Überlauf: alert" {
		t.Errorf("the e-mail is from %s to %s about %s", got.From, got.To, got.Subject)
	}
	notification := c.Server.Objects("notification")[0]
	if sent := strings.ReplaceAll(got.Text, "\r\n", "\n"); sent != notification["text"] || !strings.Contains(sent, "über 5 m") {
		t.Errorf("the text is %q, that of the notification %q", sent, notification["text"])
	}
	for header, want := range map[string]string{
		"From": "<engine@example.com>", "To": "<ops@example.com>",
		"Content-Type": "text/plain; charset=UTF-8", "Auto-Submitted": "auto-generated",
	} {
		if got.Header.Get(header) != want {
			t.Errorf("%s is %q, want %q", header, got.Header.Get(header), want)
		}
	}
	if _, err := got.Header.Date(); err != nil || got.Header.Get("Message-Id") == "" {
		t.Errorf("the headers are %v", got.Header)
	}
}

// TestDestinations checks that each e-mail address in destinations_list gets one e-mail, even if it is in the list twice. The server must
// ignore entries that are not e-mail addresses (quirk 31 in quirks.go).
func TestDestinations(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	c.TriggerAlert("a", "a@example.com", "https://example.com/hook", "", "+49 89 1", "B <b@example.com>", "a@example.com",
		"c@example.com\r\nBcc: d@example.com", "=?utf-8?q?e=0D=0ABcc=3A_f=40example.com?= <e@example.com>")
	c.TriggerAlert("b")
	closeServer(c)
	var to []string
	for _, l := range mailServer.ReceivedEmails() {
		to = append(to, l.To)
		if l.From != "engine@localhost" || len(l.Header["Bcc"]) > 0 {
			t.Errorf("an e-mail from %s with the headers %v", l.From, l.Header)
		}
	}
	if want := []string{"a@example.com", "b@example.com", "e@example.com"}; !slices.Equal(to, want) {
		t.Errorf("the e-mails are to %v, want %v", to, want)
	}
}

func closeServer(c *servertest.Client) {
	c.T.Helper()
	if err := c.Server.Close(); err != nil {
		c.T.Fatal(err)
	}
}

// TestNoHeaderIsInjected checks that line breaks in an alert's name can't add headers to e-mails.
func TestNoHeaderIsInjected(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	c.TriggerAlert("a\r\nBcc: evil@example.com\r\n\r\nbody\x00\u2028", "ops@example.com")
	c.TriggerAlert(strings.Repeat("long ", 1000), "ops@example.com")
	closeServer(c)
	emails := mailServer.ReceivedEmails()
	if len(emails) != 2 || len(mailServer.Attempts()) != 2 {
		t.Fatalf("%d e-mails to %v", len(emails), mailServer.Attempts())
	}
	if got := emails[0].Subject; got != "SEV3 a Bcc: evil@example.com body\x00: alert" {
		t.Errorf("the subject is %q", got)
	}
	for _, l := range emails {
		if len(l.Header["Bcc"]) > 0 || l.To != "ops@example.com" || !strings.HasPrefix(l.Text, "Alert: ") {
			t.Errorf("the headers are %v, the text is %q", l.Header, l.Text)
		}
	}
	if got := strings.Count(emails[1].Subject, "long"); got != 1000 {
		t.Errorf("the long subject has %d words", got)
	}
}

// TestLinesOfEmailsAreShort checks that the lines of e-mails are no longer than SMTP allows (RFC 5322, section 2.1.1), and that long alert
// names arrive unchanged. The server must not send an e-mail to an address that is too long.
func TestLinesOfEmailsAreShort(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	names := []string{strings.Repeat("long", 1000), strings.Repeat("ü", 3000), "short " + strings.Repeat("\U0001F525x", 2000) + " short"}
	for _, name := range names {
		c.TriggerAlert(name, "ops@example.com", strings.Repeat("a", 1000)+"@example.com")
	}
	closeServer(c)
	emails := mailServer.ReceivedEmails()
	if len(emails) != len(names) || len(mailServer.Attempts()) != len(names) {
		t.Fatalf("%d e-mails of %d, to %.200v", len(emails), len(names), mailServer.Attempts())
	}
	for i, l := range emails {
		if l.LongestLine > 998 {
			t.Errorf("e-mail %d has a line of %d bytes", i, l.LongestLine)
		}
		if l.Subject != "SEV3 "+names[i]+": alert" || !strings.Contains(l.Text, names[i]) {
			t.Errorf("e-mail %d is about %.200q", i, l.Subject)
		}
	}
}

// TestNoEmail checks that a server sends no e-mails for muted alerts, and none at all without an SMTP server.
func TestNoEmail(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	alert := c.CreateMinimal("alert", Object{"mute": true, "destinations_list": []any{"ops@example.com"}})
	c.Patch("alert", alert, Object{"status": "alert"})
	c.Patch("alert", alert, Object{"mute": false})
	c.Patch("alert", alert, Object{"status": "alert"})
	closeServer(c)
	servertest.Serve(t, refserver.Options{}).TriggerAlert("a", "ops@example.com")
	if tried := mailServer.Attempts(); len(tried) > 0 {
		t.Errorf("e-mails are sent to %v", tried)
	}
}

// TestEmailIsTriedAgain checks that the server resends an e-mail that the SMTP server has temporarily rejected. The next e-mail in the
// queue must arrive after it.
func TestEmailIsTriedAgain(t *testing.T) {
	mailServer := servertest.StartMailServer(t, func(attempt int, _ string) error {
		if attempt <= 2 {
			return &smtp.SMTPError{Code: 451, Message: "not now"}
		}
		return nil
	})
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	c.TriggerAlert("a", "ops@example.com")
	c.TriggerAlert("b", "ops@example.com")
	for _, want := range []string{"SEV3 a: alert", "SEV3 b: alert"} {
		if got := <-mailServer.Received; got.Subject != want || !strings.Contains(got.Text, "über 5 m") {
			t.Errorf("the e-mail is %q: %q, want %q", got.Subject, got.Text, want)
		}
	}
	if tried := mailServer.Attempts(); len(tried) != 4 {
		t.Errorf("tried are %v", tried)
	}
}

// TestEmailRejectedForGood checks that the server drops an e-mail that the SMTP server has permanently rejected. The next e-mail in the
// queue must be sent without a delay.
func TestEmailRejectedForGood(t *testing.T) {
	mailServer := servertest.StartMailServer(t, func(_ int, to string) error {
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 550, Message: "no such user"}
		}
		return nil
	})
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	c.TriggerAlert("a", "gone@example.com", "ops@example.com")
	closeServer(c)
	if tried := mailServer.Attempts(); !slices.Equal(tried, []string{"gone@example.com", "ops@example.com"}) {
		t.Errorf("tried are %v", tried)
	}
	if got := mailServer.ReceivedEmails(); len(got) != 1 || got[0].To != "ops@example.com" {
		t.Errorf("the e-mails are %v", got)
	}
}

func TestRequestsDoNotWaitForEmails(t *testing.T) {
	release := make(chan struct{})
	mailServer := servertest.StartMailServer(t, func(int, string) error {
		<-release
		return nil
	})
	c := servertest.Serve(t, refserver.Options{SMTP: mailServer.Address})
	for range 20 {
		c.TriggerAlert("a", "ops@example.com")
	}
	close(release)
	for range 20 {
		<-mailServer.Received
	}
}

func TestEmailOptions(t *testing.T) {
	for _, options := range []refserver.Options{
		{SMTP: "localhost"},
		{SMTP: ":25"},
		{SMTP: "localhost:0"},
		{SMTP: "localhost:smtp"},
		{SMTP: "localhost:65536"},
		{SMTP: "localhost:25", SMTPFrom: "nobody"},
		{SMTP: "localhost:25", SMTPFrom: "a@example.com\r\nBcc: b@example.com"},
		{SMTPFrom: "a@example.com"},
		{SMTP: "localhost:25", SMTPFrom: strings.Repeat("a", notify.MaxAddress-11) + "@example.com"},
	} {
		if _, err := refserver.New(options); err == nil {
			t.Errorf("the options %q and %q are accepted", options.SMTP, options.SMTPFrom)
		}
	}
	servertest.Serve(t, refserver.Options{SMTP: "[::1]:25", SMTPFrom: strings.Repeat("a", notify.MaxAddress-12) + "@example.com"})
}
