// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package control implements the control API of the reference server: an HTTP interface through which tests in any language call the
// methods of refserver.Server. The control API has its own address and requires a token.
//
// The package imports refserver, refserver/table and base/profile. Start reading in this file, which contains the list of operations. Each
// operation calls one method of the server. fault.go, object.go, request.go, series.go and setting.go contain the operations and their JSON
// types. INTERFACE.md documents the operations.
package control

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// maxBody is the maximum size of a request body in bytes. It is large because a body may contain all objects for Server.Seed.
const maxBody = 64 << 20

// API is an http.Handler through which tests control a server.
type API struct {
	server *refserver.Server
	token  string
	mux    *http.ServeMux

	mu        sync.Mutex
	lastFault int
	faults    map[string]func() // The functions that remove the faults, by fault id.
}

// New returns a control API for the server. The API rejects requests that do not contain the token.
func New(server *refserver.Server, token string) *API {
	d := &API{server: server, token: token, mux: http.NewServeMux(), faults: map[string]func(){}}
	for _, o := range operations() {
		d.mux.Handle(o.method+" "+o.path, d.serve(o))
	}
	return d
}

type operation struct {
	method, path string
	// The summary and the example request body appear in the help. The body is "" if the operation has none.
	summary, body string
	status        int
	do            do
}

// A do function performs an operation. It returns the value to send as JSON, or nil for a response without a body.
type do func(d *API, r *http.Request) (response any, err error)

// operations returns the operations of the control API, in the order in which INTERFACE.md lists them.
func operations() (all []operation) {
	does := map[string]do{
		"POST /faults":                addFault,
		"DELETE /faults":              withoutBody((*API).clearFaults),
		"DELETE /faults/{fault}":      removeFault,
		"GET /objects":                func(d *API, _ *http.Request) (any, error) { return d.server.Export(), nil },
		"POST /objects":               put((*refserver.Server).Seed),
		"PUT /objects":                put((*refserver.Server).Reset),
		"GET /objects/{kind}":         readKind,
		"GET /objects/{kind}/{id}":    readObject,
		"PATCH /objects/{kind}/{id}":  edit(func(map[string]any) {}),
		"PUT /objects/{kind}/{id}":    edit(func(doc map[string]any) { clear(doc) }),
		"DELETE /objects/{kind}/{id}": removeObject,
		"GET /requests":               readRequests,
		"DELETE /requests":            withoutBody(func(d *API) { d.server.ClearRequests() }),
		"GET /series":                 readSeries,
		"POST /series":                addSeries,
		"DELETE /series":              func(d *API, r *http.Request) (any, error) { return nil, d.server.ClearSeries(r.Context()) },
		"GET /clock":                  readClock,
		"PUT /clock":                  setClock,
		"GET /habits":                 readHabits,
		"PUT /habits":                 setHabits,
		"PUT /profile":                setProfile,
	}
	for _, row := range table.Rows("control API", 5) {
		path := strings.Trim(row[1], "`")
		status, _ := strconv.Atoi(row[4][:3])
		all = append(all, operation{row[0], path, row[2], strings.ReplaceAll(row[3], "`", ""), status, does[row[0]+" "+path]})
	}
	return all
}

// withoutBody returns an operation that just calls a function. It has no request or response body and always succeeds.
func withoutBody(call func(d *API)) do {
	return func(d *API, _ *http.Request) (any, error) {
		call(d)
		return nil, nil
	}
}

// Usage returns the part of the help that lists the operations and examples of their request bodies.
func Usage() string {
	var text strings.Builder
	for _, o := range operations() {
		fmt.Fprintf(&text, "  %-7s%-22s %s\n", o.method, o.path, o.summary)
		if o.body != "" {
			fmt.Fprintf(&text, "         %s\n", o.body)
		}
	}
	return text.String()
}

// ServeHTTP checks the token and performs the requested operation.
func (d *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.server.LimitSending(http.HandlerFunc(d.respond)).ServeHTTP(w, r)
}

func (d *API) respond(w http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+d.token)) != 1 {
		w.Header().Set("Www-Authenticate", "Bearer")
		if r.ContentLength != 0 {
			w.Header().Set("Connection", "close") // Otherwise, net/http would read the whole body in order to reuse the connection.
		}
		write(w, http.StatusUnauthorized, detail("The authorization header must be: Bearer <token of the control API>."))
		return
	}
	handler, pattern := d.mux.Handler(r)
	if pattern != "" {
		d.mux.ServeHTTP(w, r)
		return
	}
	rejection := rejection{header: w.Header()}
	handler.ServeHTTP(&rejection, r)
	write(w, rejection.status, detail(fmt.Sprintf("There is no %s %s here.", r.Method, r.URL.Path)))
}

// rejection is a ResponseWriter that records the status and headers with which http.ServeMux rejects an unknown path or method. It drops
// the plain-text body, because the control API responds with JSON.
type rejection struct {
	header http.Header
	status int
}

func (r *rejection) Header() http.Header            { return r.header }
func (r *rejection) WriteHeader(status int)         { r.status = status }
func (r *rejection) Write(text []byte) (int, error) { return len(text), nil }

func (d *API) serve(o operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		response, err := o.do(d, r)
		var failed *failure
		var tooLarge *http.MaxBytesError
		switch {
		case err == nil:
			write(w, o.status, response)
		case errors.As(err, &failed):
			write(w, failed.status, detail(failed.Error()))
		case errors.As(err, &tooLarge):
			write(w, http.StatusRequestEntityTooLarge, detail(err.Error()))
		default:
			write(w, http.StatusBadRequest, detail(err.Error()))
		}
	}
}

// failure is an error with an HTTP status. All other errors result in status 400.
type failure struct {
	status int
	error
}

func notFound(format string, values ...any) error {
	return &failure{http.StatusNotFound, fmt.Errorf(format, values...)}
}

func detail(message string) any { return map[string]string{"detail": message} }

// write sends a value as JSON, or a response without a body if the value is nil.
func write(w http.ResponseWriter, status int, value any) {
	if value != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	if value == nil {
		return
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	all, isStream := value.(stream)
	if !isStream {
		_ = encoder.Encode(value) // Encode fails only if the client has disconnected.
		return
	}
	separator := `{"` + all.name + `":[`
	for element := range all.elements {
		if _, err := io.WriteString(w, separator); err != nil || encoder.Encode(element) != nil {
			return
		}
		separator = ","
	}
	if separator != "," {
		_, _ = io.WriteString(w, separator)
	}
	_, _ = io.WriteString(w, "]}\n")
}

// stream is a response that contains one long list: {NAME: [ELEMENT, ...]}. The elements are encoded one at a time to save memory.
type stream struct {
	name     string
	elements iter.Seq[any]
}

// read decodes a JSON body into value without rounding numbers. It rejects unknown keys. If it ignored them, a fault with the misspelled
// key "path_prefx" would affect every request.
func read(from io.Reader, value any) error {
	decoder := json.NewDecoder(from)
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return fmt.Errorf("the body is invalid: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the body contains more than one JSON value")
	}
	return nil
}
