// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/clock"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/openapi"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/rule"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Server is an engine of its own. It is an http.Handler that may be served by any number of listeners.
//
// A dropped connection is a panic with http.ErrAbortHandler, which net/http understands.
type Server struct {
	options     Options
	habits      atomic.Pointer[habit.Set]
	clock       clock.Clock
	runner      *evaluation.Runner
	collections map[string]*collection
	places      map[string]place
	store       *store.Store
	faults      faults
	hooks       hooks
	deployments *rule.Deployments
	// description is made when somebody asks for it.
	description func() ([]byte, error)
	// mailer is nil without an SMTP server.
	mailer *notify.Mailer
	// requests is nil when nobody reads it.
	requests *requestLog
}

// New makes a server. It fails when the options make no sense or the data file cannot be opened.
func New(options Options) (*Server, error) {
	options, err := options.Complete()
	if err != nil {
		return nil, err
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	tables, err := options.tables()
	if err != nil {
		return nil, err
	}
	given, err := options.given()
	if err != nil {
		return nil, err
	}
	documents, err := store.Open(tables, options.Data)
	if err != nil {
		return nil, err
	}
	s := &Server{
		options:     options,
		collections: map[string]*collection{},
		store:       documents,
		description: sync.OnceValues(Description),
		faults:      faults{rate: options.FaultRate, random: rand.New(rand.NewPCG(options.Seed, 0))},
	}
	s.runner = evaluation.New(documents, &s.clock, given, s.post, options.Log)
	if err := s.SetHabits(options.Habits); err != nil {
		return nil, errors.Join(err, documents.Close())
	}
	for _, t := range tables {
		s.collections[t.Kind] = &collection{Table: t, Rule: rule.Of(t.Kind)}
	}
	s.places = places(s.collections)
	if !options.NoRequestLog {
		s.requests = &requestLog{}
	}
	if options.SMTP != "" {
		s.mailer = notify.StartMailer(options.SMTP, options.SMTPFrom, options.Log)
	}
	s.deployments = &rule.Deployments{Delay: options.DeployDelay, Course: s.course, Change: s.changeComponent, Log: options.Log}
	s.deployments.Resume(documents.List("component"))
	if err := s.beginRuns(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// post hands e-mails over to who delivers them.
func (s *Server) post(emails []notify.Email) {
	if s.mailer != nil {
		s.mailer.Post(emails)
	}
}

// Description is the OpenAPI 3.1 description of the interface, without plain collections, which a server also answers, without credentials, at
// /openapi.json.
func Description() ([]byte, error) { return openapi.JSON(table.All()) }

// changeComponent edits a component when a state follows by itself.
func (s *Server) changeComponent(id string, edit func(doc document.Object)) error {
	t := target{place: place{collection: s.collections["component"]}, id: id}
	_, _, err := s.change(t, func(_ *store.Tx, doc document.Object) (document.Object, error) {
		edit(doc)
		return doc, nil
	})
	return err
}

// Close ends the deployments and the runs of alerts under way, delivers the e-mails that wait, for some seconds at most, and closes the data file.
// Later writes fail when there is a data file.
func (s *Server) Close() error {
	s.deployments.Close()
	s.runner.Close()
	if s.mailer != nil {
		s.mailer.Close()
	}
	return s.store.Close()
}

// AccessID is the access id that requests must carry.
func (s *Server) AccessID() string { return s.options.AccessID }

// SecretKey is the secret key that requests must carry.
func (s *Server) SecretKey() string { return s.options.SecretKey }

// ServeHTTP takes a request through the steps that doc.go lists.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == HealthPath {
		health(r.Method).write(w)
		return
	}
	start := time.Now()
	req := &request{Request: r, habits: s.habits.Load()}
	req.body, req.broken = s.receive(w, req)
	sleep(r.Context(), s.options.Latency)
	s.hooks.run(r)
	a := s.faults.next(r).around(r.Context(), func() *answer { return s.answer(req) })
	if a.header == nil {
		a.header = http.Header{}
	}
	if !req.habits.NoRequestID {
		a.header.Set("X-Request-Id", requestID()) // Quirk 45.
	}
	if setting := s.clock.Setting(); !setting.Running() {
		a.header.Set("Date", setting.At.Format(http.TimeFormat)) // Quirk 170.
	}
	s.requests.add(r, req.body, a.status)
	if s.options.Log.Enabled(r.Context(), slog.LevelInfo) {
		s.options.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", a.status),
			slog.Duration("took", time.Since(start)), slog.String("request_id", a.header.Get("X-Request-Id")))
	}
	a.write(w)
}

// receive gives the body of a request that is authorized. That of any other is not read: its connection ends with the
// answer, or net/http would read it to use the connection again.
func (s *Server) receive(w http.ResponseWriter, r *request) ([]byte, error) {
	if !s.authorized(r) {
		if r.Body != nil && r.Body != http.NoBody {
			w.Header().Set("Connection", "close")
		}
		return nil, nil
	}
	body, err := readBody(r.Request)
	var network net.Error
	if errors.As(err, &network) {
		panic(http.ErrAbortHandler) // The client went away in the middle of its body, or took too long.
	}
	if err != nil {
		w.Header().Set("Connection", "close") // Nobody knows where the next request begins.
		return nil, err
	}
	return body, nil
}

// answer does what the request asks for.
func (s *Server) answer(r *request) *answer {
	a, err := s.serve(r)
	if err == nil {
		return a
	}
	var why *refusal.Refusal
	if !errors.As(err, &why) {
		s.options.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		status := http.StatusInternalServerError
		if store.OutOfSpace(err) {
			status = http.StatusInsufficientStorage // Quirk 187.
		}
		why = refusal.New(status, "The server could not do this: "+err.Error())
	}
	if r.call.Table != nil {
		if why = r.habits.Refusal(&r.call, why); why == nil {
			return success(http.StatusNoContent)
		}
	}
	return refused(why)
}

func (s *Server) serve(r *request) (*answer, error) {
	var t target
	operations := descriptionOperations
	if r.URL.Path != openapi.Path {
		if !s.authorized(r) {
			return nil, refuseUnauthorized(r.habits.Scheme)
		}
		if r.broken != nil {
			return nil, refusal.Body("The body is not complete: " + r.broken.Error() + ".")
		}
		if err := r.habits.Route(r.Request); err != nil {
			return nil, err
		}
		found, ok := s.resolve(r.URL.Path)
		if !ok {
			return nil, refusal.NotFound()
		}
		t, operations = found, found.operations()
	}
	do, ok := operations[r.Method]
	if !ok {
		return nil, refuseMethod(r.Method, operations)
	}
	if t.collection != nil {
		r.call = s.call(t, r)
		if err := r.habits.Begin(&r.call); err != nil {
			return nil, err
		}
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
