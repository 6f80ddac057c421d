// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"bytes"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// MailServer is an SMTP server that keeps the e-mails it receives, so that tests can inspect them.
type MailServer struct {
	Address  string
	Received chan ReceivedEmail

	mu       sync.Mutex
	attempts []string // The recipients of all delivery attempts, in order.
	// accept is called for each delivery attempt, with the attempt's number, starting at 1. If accept returns an error, the server rejects
	// the e-mail. accept may block to simulate a slow SMTP server.
	accept func(attempt int, to string) error
}

// ReceivedEmail is a decoded e-mail that the MailServer has received.
type ReceivedEmail struct {
	From, To string // The envelope addresses.
	Header   mail.Header
	Subject  string
	Text     string
	// LongestLine is the length in bytes of the longest line of the encoded e-mail.
	LongestLine int
}

// StartMailServer starts an SMTP server that is closed at the end of the test. If accept is nil, the server accepts every e-mail.
func StartMailServer(t *testing.T, accept func(attempt int, to string) error) *MailServer {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mailServer := &MailServer{Address: listener.Addr().String(), Received: make(chan ReceivedEmail, 100), accept: accept}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &delivery{mailServer: mailServer}, nil
	}))
	server.Domain = "localhost"
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return mailServer
}

// ReceivedEmails removes all e-mails from the channel p.Received and returns them. It does not wait for further e-mails.
func (p *MailServer) ReceivedEmails() []ReceivedEmail {
	var all []ReceivedEmail
	for {
		select {
		case l := <-p.Received:
			all = append(all, l)
		default:
			return all
		}
	}
}

// Attempts returns the recipients of all delivery attempts so far, including rejected attempts.
func (p *MailServer) Attempts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.attempts...)
}

func (p *MailServer) attempt(to string) error {
	p.mu.Lock()
	p.attempts = append(p.attempts, to)
	attempt := len(p.attempts)
	p.mu.Unlock()
	if p.accept == nil {
		return nil
	}
	return p.accept(attempt, to)
}

type delivery struct {
	mailServer *MailServer
	email      ReceivedEmail
}

func (d *delivery) Reset()        { d.email = ReceivedEmail{} }
func (d *delivery) Logout() error { return nil }

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error {
	d.email.From = from
	return nil
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.email.To = to
	return d.mailServer.attempt(to)
}

func (d *delivery) Data(r io.Reader) error {
	sent, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := mail.ReadMessage(bytes.NewReader(sent))
	if err != nil {
		return err
	}
	l := d.email
	for line := range bytes.Lines(sent) {
		l.LongestLine = max(l.LongestLine, len(bytes.TrimRight(line, "\r\n")))
	}
	l.Header = message.Header
	if l.Subject, err = (&mime.WordDecoder{}).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return err
	}
	body := message.Body
	if message.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	l.Text = string(text)
	d.mailServer.Received <- l
	return err
}

// TriggerAlert creates an alert with the given destinations and sets its status to "alert", which makes the server send e-mails.
func (c *Client) TriggerAlert(name string, destinations ...any) {
	c.T.Helper()
	alert := c.CreateMinimal("alert", Object{"name": name, "severity": "SEV3", "destinations_list": destinations})
	c.Patch("alert", alert, Object{"status": "alert", "status_text": "über 5 m"})
}
