// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// postOffice is an SMTP server of the test's own.
type postOffice struct {
	address string
	taken   chan letter

	mu       sync.Mutex
	attempts []string // The addresses that were named, in order.
	// answer refuses an attempt, counted from 1, or lets it wait.
	answer func(attempt int, to string) error
}

// letter is an e-mail that was taken, decoded.
type letter struct {
	from, to string // Of the envelope.
	header   mail.Header
	subject  string
	text     string
}

func openPostOffice(t *testing.T, answer func(attempt int, to string) error) *postOffice {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	office := &postOffice{address: listener.Addr().String(), taken: make(chan letter, 100), answer: answer}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &delivery{office: office}, nil
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
	return office
}

// letters gives what was taken so far.
func (p *postOffice) letters() []letter {
	var all []letter
	for {
		select {
		case l := <-p.taken:
			all = append(all, l)
		default:
			return all
		}
	}
}

// tried gives the addresses of all attempts so far.
func (p *postOffice) tried() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.attempts...)
}

func (p *postOffice) attempt(to string) error {
	p.mu.Lock()
	p.attempts = append(p.attempts, to)
	attempt := len(p.attempts)
	p.mu.Unlock()
	if p.answer == nil {
		return nil
	}
	return p.answer(attempt, to)
}

// delivery is one connection to the post office.
type delivery struct {
	office *postOffice
	letter letter
}

func (d *delivery) Reset()        { d.letter = letter{} }
func (d *delivery) Logout() error { return nil }

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error {
	d.letter.from = from
	return nil
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.letter.to = to
	return d.office.attempt(to)
}

func (d *delivery) Data(r io.Reader) error {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	l := d.letter
	l.header = message.Header
	if l.subject, err = (&mime.WordDecoder{}).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return err
	}
	body := message.Body
	if message.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	l.text = string(text)
	d.office.taken <- l
	return err
}
