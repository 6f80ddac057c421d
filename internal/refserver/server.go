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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/openapi"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/rule"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Server is a reference server. It implements http.Handler, so several listeners can share it. To drop a connection, ServeHTTP panics with
// http.ErrAbortHandler, as net/http recommends.
type Server struct {
	options Options
	habits  atomic.Pointer[habit.Set]
	// tables maps each kind of object, such as "alert", to the description of its fields and paths. SetProfile replaces the map.
	tables      atomic.Pointer[map[string]*table.Table]
	clock       evaluation.Clock
	runner      *evaluation.Runner
	collections map[string]*collection // Keyed by the kind of object, such as "alert".
	paths       map[string]target
	store       *store.Store
	faults      faults
	before      registry[func(*http.Request)]
	deployments *rule.Deployments
	description func() ([]byte, error)
	mailer      *notify.Mailer
	requests    *requestLog
}

// New returns a server that is ready for requests. It returns an error if an option is invalid or a file can't be read.
func New(options Options) (*Server, error) { return Open(context.Background(), options) }

// Open is like New, but returns an error if ctx is canceled while it reads files or runs alerts.
func Open(ctx context.Context, options Options) (*Server, error) {
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
	runOptions, err := options.runOptions(ctx)
	if err != nil {
		return nil, err
	}
	documents, err := store.Open(tables, options.Data)
	if err != nil {
		return nil, err
	}
	warnLost(options, documents.Lost())
	s := &Server{
		options:     options,
		collections: map[string]*collection{},
		store:       documents,
		description: sync.OnceValues(Description),
		faults:      faults{rate: options.FaultRate, random: rand.New(rand.NewPCG(options.Seed, 0))},
	}
	s.tables.Store(byKind(tables))
	if err := s.SetHabits(options.allHabits()); err != nil {
		return nil, errors.Join(err, documents.Close())
	}
	for _, t := range tables {
		s.collections[t.Kind] = &collection{Table: t, Rule: rule.Of(t.Kind)}
	}
	s.paths = collectionsByPath(s.collections)
	if !options.NoRequestLog {
		s.requests = &requestLog{}
	}
	s.mailer = notify.StartMailer(options.SMTP, options.SMTPFrom, options.Log)
	s.runner = evaluation.New(documents, &s.clock, runOptions, s.mailer.Post, options.Log)
	replaceStatus := func(next string, delay time.Duration) (string, time.Duration) {
		return s.habits.Load().ReplaceStatus(next, delay)
	}
	s.deployments = &rule.Deployments{Delay: options.DeployDelay, ReplaceStatus: replaceStatus, Change: s.changeComponent, Log: options.Log}
	s.deployments.Resume(documents.List("component"))
	defer context.AfterFunc(ctx, s.runner.Close)()
	if err := s.startRuns(ctx); err != nil {
		return nil, errors.Join(ctx.Err(), err, s.Close())
	}
	return s, nil
}

// warnLost logs a warning if the end of the data file was missing when the server opened it.
func warnLost(options Options, lost store.Lost) {
	switch {
	case lost.Writes > 0:
		options.Log.Warn("the end of the data file is missing; clients got responses to the lost writes. To get them back, stop the server "+
			"and put back a copy of the file", "file", options.Data, "lost_writes", lost.Writes)
	case lost.Bytes > 0:
		options.Log.Warn("removed an incomplete last line; no client got a response to this write", "file", options.Data, "bytes", lost.Bytes)
	}
}

// Description returns the OpenAPI 3.1 description of the engine's interface as JSON, without the paths in Options.Collections. A Server
// serves it at /openapi.json to all clients, even without credentials.
func Description() ([]byte, error) { return openapi.JSON(table.All()) }

// changeComponent changes a stored component with the given function. A timer in s.deployments uses it to change a component's status
// outside of a request, for example from Pending to Running.
func (s *Server) changeComponent(id string, edit func(doc jsondoc.Object)) error {
	t := target{collection: s.collections["component"], id: id}
	_, _, err := s.change(t, func(_ *store.Tx, doc jsondoc.Object) (jsondoc.Object, error) {
		edit(doc)
		return doc, nil
	})
	return err
}

// Close stops deployments and alert runs, spends up to five seconds delivering queued e-mails, and closes the data file. A closed server
// that has a data file rejects writes.
func (s *Server) Close() error {
	s.deployments.Close()
	s.runner.Close()
	s.mailer.Close()
	return s.store.Close()
}

// AccessID returns the access id that clients must send.
func (s *Server) AccessID() string { return s.options.AccessID }

// SecretKey returns the secret key that clients must send.
func (s *Server) SecretKey() string { return s.options.SecretKey }

// HealthPath is the URL path for health checks. They need no credentials and aren't logged. Faults and Options.Latency don't affect them.
const HealthPath = "/healthz"

// ServeHTTP handles a request in the steps that the package comment lists.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == HealthPath {
		a := success(http.StatusOK, []byte(`{"status":"ok"}`))
		if r.Method != http.MethodGet {
			a = rejection(rejectMethod(r.Method, descriptionOperations))
		}
		a.write(w, s.options.SendTime)
		return
	}
	start := time.Now()
	req := &request{Request: r, habits: s.habits.Load()}
	req.body, req.broken = s.receive(w, req)
	sleep(r.Context(), s.options.Latency)
	for _, hook := range s.before.all() {
		(*hook)(r)
	}
	a := s.faults.next(r).apply(r.Context(), func() *response { return s.respond(req) })
	if a.header == nil {
		a.header = http.Header{}
	}
	if !req.habits.Has("no-request-id") {
		a.header.Set("X-Request-Id", strconv.FormatUint(rand.Uint64(), 36)) // Every response has this header (quirk 45).
	}
	if setting := s.clock.Setting(); !setting.Running() {
		a.header.Set("Date", setting.At.Format(http.TimeFormat)) // The Date header and created_at come from the same clock (quirk 170).
	}
	s.requests.add(r, req.body, a.status)
	if s.options.Log.Enabled(r.Context(), slog.LevelInfo) {
		s.options.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", a.status),
			slog.Duration("took", time.Since(start)), slog.String("request_id", a.header.Get("X-Request-Id")))
	}
	a.write(w, s.options.SendTime)
}

// receive returns the request body. If the credentials are invalid, receive doesn't read the body and makes net/http close the connection
// after the response. To reuse the connection, net/http would first have to read the whole body.
func (s *Server) receive(w http.ResponseWriter, r *request) ([]byte, error) {
	if !s.isAuthorized(r) {
		if r.Body != nil && r.Body != http.NoBody {
			w.Header().Set("Connection", "close")
		}
		return nil, nil
	}
	body, err := readBody(r.Request)
	var network net.Error
	if errors.As(err, &network) {
		panic(http.ErrAbortHandler) // The client has disconnected or was too slow.
	}
	if err != nil {
		w.Header().Set("Connection", "close") // After an incomplete body, net/http can't find the next request.
		return nil, err
	}
	return body, nil
}

func (s *Server) respond(r *request) *response {
	a, err := s.serve(r)
	if err == nil {
		return a
	}
	var why *jsondoc.Rejection
	if !errors.As(err, &why) {
		s.options.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		status := http.StatusInternalServerError
		if store.OutOfSpace(err) {
			status = http.StatusInsufficientStorage // A full disk causes a 507 response (quirk 187).
		}
		why = jsondoc.Reject(status, "The server could not handle the request: "+err.Error())
	}
	if r.call.Table != nil {
		if why = r.habits.Rejection(&r.call, why); why == nil {
			return success(http.StatusNoContent)
		}
	}
	return rejection(why)
}

func (s *Server) serve(r *request) (*response, error) {
	var t target
	operations := descriptionOperations
	if r.URL.Path != openapi.Path {
		if !s.isAuthorized(r) {
			return nil, rejectUnauthorized(r.habits.Scheme)
		}
		if r.broken != nil {
			return nil, jsondoc.RejectBody("The body is not complete: " + r.broken.Error() + ".")
		}
		if err := r.habits.Path(r.Request); err != nil {
			return nil, err
		}
		found, ok := s.resolve(r.URL.Path)
		if !ok {
			return nil, jsondoc.NotFound()
		}
		t, operations = found, found.operations()
	}
	operation, ok := operations[r.Method]
	if !ok {
		return nil, rejectMethod(r.Method, operations)
	}
	if t.collection != nil {
		r.call = habit.Call{
			Request: r.Request, Table: (*s.tables.Load())[t.collection.Kind], Operation: operation.name, ID: t.id,
			Store: s.store, Now: s.clock.Now(),
		}
		if err := r.habits.Begin(&r.call); err != nil {
			return nil, err
		}
	}
	return operation.run(s, t, r)
}

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
