// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/emersion/go-smtp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// alarming makes an alert with the destinations and changes its status to alert.
func (c *client) alarming(name string, destinations ...any) {
	c.t.Helper()
	alert := c.made("alert", object{"name": name, "severity": "SEV3", "destinations_list": destinations})
	c.patch("alert", alert, object{"status": "alert", "status_text": "über 5 m"})
}

// A change of the status sends an e-mail that says what changed; the envelope and the headers are in order.
func TestEmail(t *testing.T) {
	office := openPostOffice(t, nil)
	c := serve(t, refserver.Options{SMTP: office.address, SMTPFrom: "The engine <engine@example.com>"})
	c.alarming("Überlauf", "ops@example.com")
	got := <-office.taken
	if got.from != "engine@example.com" || got.to != "ops@example.com" || got.subject != "SEV3 Überlauf: alert" {
		t.Errorf("the e-mail is from %s to %s about %s", got.from, got.to, got.subject)
	}
	notification := c.server.Objects("notification")[0]
	if sent := strings.ReplaceAll(got.text, "\r\n", "\n"); sent != notification["text"] || !strings.Contains(sent, "über 5 m") {
		t.Errorf("the text is %q, that of the notification %q", sent, notification["text"])
	}
	for header, want := range map[string]string{
		"From": "<engine@example.com>", "To": "<ops@example.com>",
		"Content-Type": "text/plain; charset=UTF-8", "Auto-Submitted": "auto-generated",
	} {
		if got.header.Get(header) != want {
			t.Errorf("%s is %q, want %q", header, got.header.Get(header), want)
		}
	}
	if _, err := got.header.Date(); err != nil || got.header.Get("Message-Id") == "" {
		t.Errorf("the headers are %v", got.header)
	}
}

// Every e-mail address among the destinations gets one message; the rest is left out (quirk 31).
func TestDestinations(t *testing.T) {
	office := openPostOffice(t, nil)
	c := serve(t, refserver.Options{SMTP: office.address})
	c.alarming("a", "a@example.com", "https://example.com/hook", "", "+49 89 1", "B <b@example.com>", "a@example.com",
		"c@example.com\r\nBcc: d@example.com", "=?utf-8?q?e=0D=0ABcc=3A_f=40example.com?= <e@example.com>")
	c.alarming("b")
	c.close()
	var to []string
	for _, l := range office.letters() {
		to = append(to, l.to)
		if l.from != "engine@localhost" || len(l.header["Bcc"]) > 0 {
			t.Errorf("an e-mail from %s with the headers %v", l.from, l.header)
		}
	}
	if want := []string{"a@example.com", "b@example.com", "e@example.com"}; !slices.Equal(to, want) {
		t.Errorf("the e-mails are to %v, want %v", to, want)
	}
}

// close ends the server, which delivers the e-mails that wait.
func (c *client) close() {
	c.t.Helper()
	if err := c.server.Close(); err != nil {
		c.t.Fatal(err)
	}
}

// Whatever the name of an alert is, it stays in the subject.
func TestNoHeaderIsInjected(t *testing.T) {
	office := openPostOffice(t, nil)
	c := serve(t, refserver.Options{SMTP: office.address})
	c.alarming("a\r\nBcc: evil@example.com\r\n\r\nbody\x00\u2028", "ops@example.com")
	c.alarming(strings.Repeat("long ", 1000), "ops@example.com")
	c.close()
	letters := office.letters()
	if len(letters) != 2 || len(office.tried()) != 2 {
		t.Fatalf("%d e-mails to %v", len(letters), office.tried())
	}
	if got := letters[0].subject; got != "SEV3 a Bcc: evil@example.com body\x00: alert" {
		t.Errorf("the subject is %q", got)
	}
	for _, l := range letters {
		if len(l.header["Bcc"]) > 0 || l.to != "ops@example.com" || !strings.HasPrefix(l.text, "Alert: ") {
			t.Errorf("the headers are %v, the text is %q", l.header, l.text)
		}
	}
	if got := strings.Count(letters[1].subject, "long"); got != 1000 {
		t.Errorf("the long subject has %d words", got)
	}
}

// Silent alerts send nothing, and neither does a server without -smtp.
func TestNoEmail(t *testing.T) {
	office := openPostOffice(t, nil)
	c := serve(t, refserver.Options{SMTP: office.address})
	alert := c.made("alert", object{"mute": true, "destinations_list": []any{"ops@example.com"}})
	c.patch("alert", alert, object{"status": "alert"})
	c.patch("alert", alert, object{"mute": false})
	c.patch("alert", alert, object{"status": "alert"})
	c.close()
	serve(t, refserver.Options{}).alarming("a", "ops@example.com")
	if tried := office.tried(); len(tried) > 0 {
		t.Errorf("e-mails are sent to %v", tried)
	}
}

// What the SMTP server refuses for now is tried again, as the same message; the e-mails keep their order.
func TestEmailIsTriedAgain(t *testing.T) {
	office := openPostOffice(t, func(attempt int, _ string) error {
		if attempt <= 2 {
			return &smtp.SMTPError{Code: 451, Message: "not now"}
		}
		return nil
	})
	c := serve(t, refserver.Options{SMTP: office.address})
	c.alarming("a", "ops@example.com")
	c.alarming("b", "ops@example.com")
	for _, want := range []string{"SEV3 a: alert", "SEV3 b: alert"} {
		if got := <-office.taken; got.subject != want || !strings.Contains(got.text, "über 5 m") {
			t.Errorf("the e-mail is %q: %q, want %q", got.subject, got.text, want)
		}
	}
	if tried := office.tried(); len(tried) != 4 {
		t.Errorf("tried are %v", tried)
	}
}

// What the SMTP server refuses for good is not tried again, and keeps no other e-mail away.
func TestEmailRefusedForGood(t *testing.T) {
	office := openPostOffice(t, func(_ int, to string) error {
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 550, Message: "no such user"}
		}
		return nil
	})
	c := serve(t, refserver.Options{SMTP: office.address})
	c.alarming("a", "gone@example.com", "ops@example.com")
	c.close()
	if tried := office.tried(); !slices.Equal(tried, []string{"gone@example.com", "ops@example.com"}) {
		t.Errorf("tried are %v", tried)
	}
	if got := office.letters(); len(got) != 1 || got[0].to != "ops@example.com" {
		t.Errorf("the e-mails are %v", got)
	}
}

// Requests do not wait for the SMTP server.
func TestRequestsDoNotWaitForEmails(t *testing.T) {
	answered := make(chan struct{})
	office := openPostOffice(t, func(int, string) error {
		<-answered
		return nil
	})
	c := serve(t, refserver.Options{SMTP: office.address})
	for range 20 {
		c.alarming("a", "ops@example.com")
	}
	close(answered)
	for range 20 {
		<-office.taken
	}
}

// An interrupt ends the subcommand after its e-mails are delivered; what fails is said although it is quiet.
func TestCommandDeliversEmails(t *testing.T) {
	release := make(chan struct{})
	office := openPostOffice(t, func(_ int, to string) error {
		<-release
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 550, Message: "no such user"}
		}
		return nil
	})
	r := launch(t, "-quiet", "-smtp", office.address, "-smtp-from", "reference@example.com")
	r.alarming("a", "gone@example.com", "ops@example.com")
	r.must(http.StatusOK, "GET", notifications, nil)
	if err := r.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	close(release)
	if status := exitStatus(t, r.process.Wait()); status != 0 {
		t.Errorf("status %d: %s", status, r.stderr)
	}
	if got := office.letters(); len(got) != 1 || got[0].from != "reference@example.com" || got[0].to != "ops@example.com" {
		t.Errorf("the e-mails are %v", got)
	}
	if log := r.stderr.String(); !strings.Contains(log, "gone@example.com") || strings.Contains(log, "method=") {
		t.Errorf("the log is %s", log)
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
	} {
		if _, err := refserver.New(options); err == nil {
			t.Errorf("the options %q and %q are accepted", options.SMTP, options.SMTPFrom)
		}
	}
	serve(t, refserver.Options{SMTP: "[::1]:25"})
}
