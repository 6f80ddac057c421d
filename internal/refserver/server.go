// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Server is an engine of its own. It is an http.Handler that may be served by any number of listeners.
//
// A dropped connection is a panic with http.ErrAbortHandler, which net/http understands.
type Server struct {
	options     Options
	collections map[string]*collection
	places      map[string]place
	store       *store
	faults      faults
	hooks       hooks
	deployments deployments
	// mailer is nil without an SMTP server.
	mailer *mailer
	// requests is nil in the command, where nobody could read it.
	requests *requestLog
}

// New makes a server. It fails when the options make no sense or the data file cannot be opened.
func New(options Options) (*Server, error) {
	options, err := options.complete()
	if err != nil {
		return nil, err
	}
	all := collections()
	store, err := openStore(all, options.Data)
	if err != nil {
		return nil, err
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		options:     options,
		collections: map[string]*collection{},
		places:      places(all),
		store:       store,
		faults:      faults{rate: options.FaultRate, random: rand.New(rand.NewPCG(options.Seed, 0))},
		requests:    &requestLog{},
	}
	for _, c := range all {
		s.collections[c.kind] = c
	}
	if options.SMTP != "" {
		s.mailer = startMailer(options)
	}
	s.resumeDeployments()
	return s, nil
}

// Close ends the deployments under way, delivers the e-mails that wait, for some seconds at most, and closes the data file.
// Later writes fail when there is a data file.
func (s *Server) Close() error {
	s.deployments.stop()
	if s.mailer != nil {
		s.mailer.close()
	}
	return s.store.close()
}

// AccessID is the access id that requests must carry.
func (s *Server) AccessID() string { return s.options.AccessID }

// SecretKey is the secret key that requests must carry.
func (s *Server) SecretKey() string { return s.options.SecretKey }

// request is a request with its body, read up to the limit.
type request struct {
	*http.Request
	body []byte
}

// ServeHTTP takes a request through the steps that doc.go lists.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	body, err := readBody(r)
	if err != nil {
		panic(http.ErrAbortHandler) // The client went away in the middle of its body.
	}
	sleep(r.Context(), s.options.Latency)
	s.hooks.run(r)
	a := s.faults.next(r).around(r.Context(), func() *answer { return s.answer(&request{r, body}) })
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header.Set("X-Request-Id", requestID())
	s.requests.add(r, body, a.status)
	if s.options.Log.Enabled(r.Context(), slog.LevelInfo) {
		s.options.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", a.status),
			slog.Duration("took", time.Since(start)), slog.String("request_id", a.header.Get("X-Request-Id")))
	}
	a.write(w)
}

// answer does what the request asks for.
func (s *Server) answer(r *request) *answer {
	a, err := s.serve(r)
	if err == nil {
		return a
	}
	var refused *refusal
	if !errors.As(err, &refused) {
		s.options.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		refused = refuse(http.StatusInternalServerError, "The server could not do this: "+err.Error())
	}
	return refused.answer()
}

func (s *Server) serve(r *request) (*answer, error) {
	if !s.authorized(r.Header) {
		return nil, refuseUnauthorized()
	}
	t, ok := s.resolve(r.URL.Path)
	if !ok {
		return nil, refuseNotFound()
	}
	operations := t.operations()
	do, ok := operations[r.Method]
	if !ok {
		return nil, refuseMethod(r.Method, operations)
	}
	return do(s, t, r)
}

// requestID is a new name for a request. It need not be secret.
func requestID() string { return strconv.FormatUint(rand.Uint64(), 36) }

// sleep waits, or less when the request ends before.
func sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
