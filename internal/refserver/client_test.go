// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// client speaks to a server over HTTP, authorized.
type client struct {
	t      testing.TB
	server *refserver.Server
	url    string
}

// object is a JSON object.
type object = map[string]any

// reply is what a request got. doc is nil when the body was no object.
type reply struct {
	status int
	header http.Header
	body   string
	doc    object
}

// serve starts a server that ends with the test.
func serve(t testing.TB, options refserver.Options) *client {
	t.Helper()
	server, err := refserver.New(options)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	t.Cleanup(func() {
		web.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return &client{t: t, server: server, url: web.URL}
}

// request builds a request; the body is text as it stands, nil for none, or anything else as JSON.
func (c *client) request(method, path string, body any) *http.Request {
	c.t.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		reader = strings.NewReader(asJSON(c.t, body))
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, reader)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Service "+c.server.AccessID()+" "+c.server.SecretKey())
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// send sends a request and reads the reply.
func (c *client) send(r *http.Request) (reply, error) {
	return receive(c.t, http.DefaultClient, r)
}

func receive(t testing.TB, web *http.Client, r *http.Request) (reply, error) {
	response, err := web.Do(r)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{}, err
	}
	got := reply{status: response.StatusCode, header: response.Header, body: string(body)}
	if strings.HasPrefix(got.body, "{") {
		got.doc = fromJSON(t, got.body)
	}
	return got, nil
}

// do sends a request that must be answered, with any status.
func (c *client) do(method, path string, body any) reply {
	c.t.Helper()
	got, err := c.send(c.request(method, path, body))
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	return got
}

// must sends a request that must be answered with the status.
func (c *client) must(status int, method, path string, body any) object {
	c.t.Helper()
	got := c.do(method, path, body)
	if got.status != status {
		c.t.Fatalf("%s %s answers %d %s, want %d", method, path, got.status, got.body, status)
	}
	return got.doc
}

// create makes an object of the kind and gives the reply.
func (c *client) create(kind string, body object) object {
	c.t.Helper()
	return c.must(http.StatusCreated, "POST", paths[kind], body)
}

// patch changes an object of the kind and gives the reply.
func (c *client) patch(kind string, doc, body object) object {
	c.t.Helper()
	return c.must(http.StatusOK, "PATCH", c.path(kind, doc), body)
}

// refused sends a body that must be refused with 400 and gives the problems.
func (c *client) refused(method, path string, body any) object {
	c.t.Helper()
	return c.must(http.StatusBadRequest, method, path, body)
}

// path is the path of an object.
func (c *client) path(kind string, doc object) string {
	c.t.Helper()
	return paths[kind] + text(c.t, doc, "id") + "/"
}

// made makes an object of the kind with the fields that are required, and those that are given.
func (c *client) made(kind string, more object) object {
	c.t.Helper()
	return c.create(kind, c.minimal(kind, more))
}

// minimal gives a body with the fields that are required, and those that are given. Parents are made.
func (c *client) minimal(kind string, more object) object {
	c.t.Helper()
	body := object{}
	for _, r := range rows(interfaceTables[kind]) {
		switch {
		case !r.required || more[r.name] != nil:
		case r.array:
			body[r.name] = []any{}
		default:
			body[r.name] = c.good(r)[0]
		}
	}
	maps.Copy(body, more)
	return body
}

// text gives a string field.
func text(t testing.TB, doc object, field string) string {
	t.Helper()
	value, ok := doc[field].(string)
	if !ok {
		t.Fatalf("%s is %v, want a string", field, doc[field])
	}
	return value
}

// items gives a field that is an array of objects.
func items(t testing.TB, doc object, field string) []object {
	t.Helper()
	array, ok := doc[field].([]any)
	if !ok {
		t.Fatalf("%s is %v, want an array", field, doc[field])
	}
	var objects []object
	for _, element := range array {
		o, ok := element.(object)
		if !ok {
			t.Fatalf("%s holds %v, want objects", field, element)
		}
		objects = append(objects, o)
	}
	return objects
}

// equal compares a value of a reply with JSON text.
func equal(t testing.TB, got any, want string) {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(want), &value); err != nil {
		t.Fatal(err)
	}
	if g, w := asJSON(t, got), asJSON(t, value); g != w {
		t.Errorf("got  %s\nwant %s", g, w)
	}
}

func asJSON(t testing.TB, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func fromJSON(t testing.TB, text string) object {
	t.Helper()
	var doc object
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("the body %s is no object: %v", text, err)
	}
	return doc
}
