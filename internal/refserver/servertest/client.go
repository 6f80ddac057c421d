// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package servertest provides helpers for testing the reference server's packages: a client (client.go), the field tables by kind of object
// (interface.go), valid values for every field (values.go), scripts of requests (script.go), an SMTP server (mailserver.go), and an
// http.RoundTripper that calls a handler (transport.go). Only tests import it. Start reading at Client and RunScripts.
package servertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Client is an HTTP client for a reference server. Its requests have valid credentials.
type Client struct {
	T      testing.TB
	Server *refserver.Server
	URL    string

	transport http.RoundTripper // Nil is the default.
}

// Object is a JSON object.
type Object = map[string]any

// Reply is the response to a request. Doc is the object in the body, or nil if the body is not an object.
type Reply struct {
	Status int
	Header http.Header
	Body   string
	Doc    Object
}

// Start starts a reference server without a network listener. The server is closed when the test ends.
func Start(t testing.TB, options refserver.Options) *refserver.Server {
	t.Helper()
	server, err := refserver.New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// Serve starts a reference server on a local address and returns a client for it. Both are closed when the test ends.
func Serve(t testing.TB, options refserver.Options) *Client {
	t.Helper()
	server := Start(t, options)
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	return &Client{T: t, Server: server, URL: web.URL}
}

// Reopen closes the server and returns a client for a new one, which usually uses the same data file.
func (c *Client) Reopen(options refserver.Options) *Client {
	c.T.Helper()
	if err := c.Server.Close(); err != nil {
		c.T.Fatal(err)
	}
	return Serve(c.T, options)
}

// Request returns a request with credentials. A string body is sent as is, nil means no body, and any other value is sent as JSON.
func (c *Client) Request(method, path string, body any) *http.Request {
	c.T.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		reader = strings.NewReader(JSON(c.T, body))
	}
	r, err := http.NewRequestWithContext(c.T.Context(), method, c.URL+path, reader)
	if err != nil {
		c.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Service "+c.Server.AccessID()+" "+c.Server.SecretKey())
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// Send sends a request and returns the response. It does not follow redirects.
func (c *Client) Send(r *http.Request) (Reply, error) { return c.sendOver(c.transport, r) }

func (c *Client) sendOver(transport http.RoundTripper, r *http.Request) (Reply, error) {
	web := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := web.Do(r)
	if err != nil {
		return Reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return Reply{}, err
	}
	got := Reply{Status: response.StatusCode, Header: response.Header, Body: string(body)}
	if strings.HasPrefix(got.Body, "{") {
		got.Doc = Parse(c.T, got.Body)
	}
	return got, nil
}

// SendOnce sends a request over a new connection, because net/http may resend a request if a reused connection is dropped.
func (c *Client) SendOnce(r *http.Request) (Reply, error) {
	return c.sendOver(&http.Transport{DisableKeepAlives: true}, r)
}

// Attempt sends a request once and describes the outcome: the HTTP status, "dropped" if the server closed the connection without
// responding, "cut" if it closed the connection during the response, or the error message.
func (c *Client) Attempt(method, path string, body any) string {
	c.T.Helper()
	got, err := c.SendOnce(c.Request(method, path, body))
	if err != nil {
		return outcome(err)
	}
	return fmt.Sprint(got.Status)
}

func outcome(err error) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "cut"
	case errors.Is(err, io.EOF):
		return "dropped"
	}
	return err.Error()
}

// Do sends a request and returns the response. It fails the test immediately if there is no response.
func (c *Client) Do(method, path string, body any) Reply {
	c.T.Helper()
	got, err := c.Send(c.Request(method, path, body))
	if err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return got
}

// Must sends a request and returns the JSON object in the response. It fails the test immediately if the HTTP status is not the given one.
func (c *Client) Must(status int, method, path string, body any) Object {
	c.T.Helper()
	got := c.Do(method, path, body)
	if got.Status != status {
		c.T.Fatalf("%s %s: status %d %s, want %d", method, path, got.Status, got.Body, status)
	}
	return got.Doc
}

// Get returns the JSON object at a path. It fails the test immediately if the HTTP status isn't 200.
func (c *Client) Get(path string) Object {
	c.T.Helper()
	return c.Must(http.StatusOK, "GET", path, nil)
}

// Read returns the current version of an object. doc must contain the object's id.
func (c *Client) Read(kind string, doc Object) Object {
	c.T.Helper()
	return c.Get(c.Path(kind, doc))
}

// Create creates an object and returns the object in the response.
func (c *Client) Create(kind string, body Object) Object {
	c.T.Helper()
	return c.Must(http.StatusCreated, "POST", Paths[kind], body)
}

// CheckMethods checks that the server allows only the given methods. A 405 response must list them in the Allow header.
func (c *Client) CheckMethods(allowed, path string) {
	c.T.Helper()
	for _, method := range []string{"GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"} {
		if strings.Contains(allowed, method) {
			continue
		}
		got := c.Do(method, path, Object{})
		if got.Status != http.StatusMethodNotAllowed || got.Header.Get("Allow") != allowed || got.Doc["detail"] == nil {
			c.T.Errorf("%s %s: %d %q %s", method, path, got.Status, got.Header.Get("Allow"), got.Body)
		}
	}
}

// Patch sends an update with the fields in body and returns the object in the response.
func (c *Client) Patch(kind string, doc, body Object) Object {
	c.T.Helper()
	return c.Must(http.StatusOK, "PATCH", c.Path(kind, doc), body)
}

// MustReject sends a body that the server must reject with 400, and returns the problems by field.
func (c *Client) MustReject(method, path string, body any) Object {
	c.T.Helper()
	return c.Must(http.StatusBadRequest, method, path, body)
}

// MustRejectField sends a body that the server must reject with 400. The response must report a problem with the given field only.
func (c *Client) MustRejectField(field, method, path string, body any) {
	c.T.Helper()
	problems := c.MustReject(method, path, body)
	if len(problems) != 1 || problems[field] == nil {
		c.T.Errorf("%s with %v: the problems are %v, want one with %s", method, body, problems, field)
	}
}

// Path returns the path of an object, such as /v3/engine/alert/alerts/1/.
func (c *Client) Path(kind string, doc Object) string {
	c.T.Helper()
	return Paths[kind] + Text(c.T, doc, "id") + "/"
}

// CreateMinimal creates an object with the required fields of its kind and the fields in extra. It first creates the required parents.
func (c *Client) CreateMinimal(kind string, extra Object) Object {
	c.T.Helper()
	return c.Create(kind, c.MinimalBody(kind, extra))
}

// MinimalBody returns a body for creating an object, with the required fields of a kind and the fields in extra. It first creates the
// required parents, such as the dashboard of a tab.
func (c *Client) MinimalBody(kind string, extra Object) Object {
	c.T.Helper()
	body := Object{}
	for _, f := range Tables[kind].Fields {
		switch {
		case !f.Required || extra[f.Name] != nil:
		case f.Type == table.Array:
			body[f.Name] = []any{}
		default:
			body[f.Name] = c.ValidValues(f)[0]
		}
	}
	maps.Copy(body, extra)
	return body
}

// Direct is a client that calls a server without a network, so that tests can use the simulated clock of testing/synctest.
type Direct struct{ *Client }

// StartDirect starts a server and returns a Direct client for it. The server is closed when the test ends.
func StartDirect(t testing.TB, options refserver.Options) Direct {
	t.Helper()
	server := Start(t, options)
	return Direct{&Client{T: t, Server: server, URL: "http://engine", transport: InMemory{server}}}
}

// Do sends a request and returns the object in the response. It fails the test immediately if the server rejects the request.
func (d Direct) Do(method, path string, body any) Object {
	d.T.Helper()
	got := d.Client.Do(method, path, body)
	if got.Status >= 300 {
		d.T.Fatalf("%s %s: status %d %s", method, path, got.Status, got.Body)
	}
	return got.Doc
}

// PathForms returns all forms of a path that the server accepts: with and without a trailing slash and, for components, with the type in
// the singular and the plural.
func PathForms(path string) []string {
	paths := []string{path}
	if strings.Contains(path, "/algorithms/") {
		paths = append(paths, strings.Replace(path, "/algorithms/", "/algorithm/", 1))
	}
	for _, p := range paths {
		paths = append(paths, strings.TrimSuffix(p, "/"))
	}
	return paths
}

// Text returns the string in a field. It fails the test immediately if the field doesn't contain a string.
func Text(t testing.TB, doc Object, field string) string {
	t.Helper()
	value, ok := doc[field].(string)
	if !ok {
		t.Fatalf("%s is %v, want a string", field, doc[field])
	}
	return value
}

// Items returns the objects in a field. It fails the test immediately if the field isn't an array of objects.
func Items(t testing.TB, doc Object, field string) []Object {
	t.Helper()
	array, ok := doc[field].([]any)
	if !ok {
		t.Fatalf("%s is %v, want an array", field, doc[field])
	}
	var objects []Object
	for _, element := range array {
		o, ok := element.(Object)
		if !ok {
			t.Fatalf("%s contains %v, want objects", field, element)
		}
		objects = append(objects, o)
	}
	return objects
}

// Equal checks that a value in a response equals the given JSON.
func Equal(t testing.TB, got any, want string) {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(want), &value); err != nil {
		t.Fatal(err)
	}
	if g, w := JSON(t, got), JSON(t, value); g != w {
		t.Errorf("got  %s\nwant %s", g, w)
	}
}

// JSON encodes a value as JSON.
func JSON(t testing.TB, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Parse decodes a JSON object.
func Parse(t testing.TB, text string) Object {
	t.Helper()
	var doc Object
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("the body %s is not an object: %v", text, err)
	}
	return doc
}
