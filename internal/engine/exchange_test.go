// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestExchanges runs the cases in testdata/exchanges. Each case consists of client calls, the requests that the client must send, in this
// order, and the engine's replies. A case is a paragraph of these lines:
//
//	# DESCRIPTION                    the expected behavior
//	each 404 405                     run the case once for each word; EACH in the other lines stands for the word
//	config retries=-1 timeout=3s     fields of Config
//	OP [KIND] [ID] [JSON]            a call, such as "update node 7 {"name":"b"}"; the default is an alert with the id 7
//	  METHOD [/PATH] [HEADER=VALUE] [JSON] -> [cancel|cut] [after=2s] [HEADER=VALUE] REPLY
//	= [JSON]                         the call returns a document with at least these fields
//	! [KINDS] [: PART | PART]        the call returns an error of these kinds; its message contains each PART, but no PART that follows "NOT"
//	... took 2s  or  took 1s..2s      at the end of a line with "=" or "!": the duration of the call
//	sleep 1h                         wait
//	deadline 5s                      set the timeout of the next call's context
//
// LIST is a GET of a page. A request line without a path or body matches any path or body. "3 GET" means three such lines. "* GET" matches
// any number of requests that match no other line.
//
// REPLY is a status and a body. The default body of an error is {"detail":"No."}, the default body for LIST is an empty list, and any other
// default is the request's object with the id 7. "-" is an empty body. "cancel" cancels the call's context before the reply, "cut"
// truncates the body, "drop" closes the connection, and "hang" sends nothing. In a header value, %20 is a space.
func TestExchanges(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/exchanges/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no exchanges: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(t, err)
		for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
			title, body, _ := strings.Cut(paragraph, "\n")
			words := []string{""}
			if first, rest, _ := strings.Cut(body, "\n"); strings.HasPrefix(first, "each ") {
				words, body = strings.Fields(first)[1:], rest
			}
			for _, word := range words {
				t.Run(strings.TrimPrefix(title, "# ")+" "+word, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { newExchange(t).run(strings.ReplaceAll(body, "EACH", word)) })
				})
			}
		}
	}
}

type exchange struct {
	t        *testing.T
	client   *Client
	ctx      context.Context
	cancel   context.CancelFunc
	expected []expected
	standing []expected // the lines that begin with "*"
}

// expected is a request that the client must send, and the reply to it.
type expected struct {
	line                      string
	method, path, body        string
	header, value             string // a header that the request must contain
	word                      string // cancel or cut
	after                     time.Duration
	replyHeader, status, text string
}

func newExchange(t *testing.T) *exchange {
	t.Helper()
	x := &exchange{t: t}
	x.client = inMemory(t, Config{}, x.handle)
	x.ctx, x.cancel = context.WithCancel(t.Context())
	t.Cleanup(func() { x.cancel() })
	return x
}

func (x *exchange) run(text string) {
	x.t.Helper()
	var call string
	for _, line := range strings.Split(text, "\n") {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case verb == "config":
			for setting := range strings.FieldsSeq(rest) {
				name, value, _ := strings.Cut(setting, "=")
				x.configure(name, value)
			}
		case verb == "sleep":
			time.Sleep(x.duration(rest))
		case verb == "deadline":
			x.ctx, x.cancel = context.WithTimeout(x.t.Context(), x.duration(rest))
		case strings.HasPrefix(line, "  "):
			x.expect(strings.TrimSpace(line))
		case strings.ContainsAny(verb[:1], "=!"):
			x.check(call, strings.TrimSpace(line))
			call = ""
		case call != "":
			x.t.Fatalf("what does %q return?", call)
		default:
			call = line
		}
	}
	if call != "" {
		x.t.Fatalf("what does %q return?", call)
	}
}

func (x *exchange) number(text string) int {
	x.t.Helper()
	number, err := strconv.Atoi(text)
	must(x.t, err)
	return number
}

func (x *exchange) duration(text string) time.Duration {
	x.t.Helper()
	d, err := time.ParseDuration(text)
	must(x.t, err)
	return d
}

func (x *exchange) configure(name, value string) {
	x.t.Helper()
	switch cfg := &x.client.cfg; name {
	case "retries":
		cfg.MaxRetries = x.number(value)
	case "timeout":
		cfg.RequestTimeout = x.duration(value)
	case "wait":
		cfg.RetryMaxWait = x.duration(value)
	default:
		x.t.Fatalf("there is no setting %s", name)
	}
}

var (
	requestPattern = regexp.MustCompile(`^(?:(\d+|\*) )?([A-Z]+)(?: (/\S+))?(?: ([A-Z]\S*?)=(\S*))?(?: (\{.*\}))?$`)
	replyPattern   = regexp.MustCompile(`^(cancel |cut )?(?:after=(\S+) )?((?:[A-Z]\S*=\S* )*)(\d{3}|drop|hang)(?: (.*))?$`)
)

// expect parses a line such as `2 GET /alert/alerts/7/ -> after=1s 200 {"id":"7"}`.
func (x *exchange) expect(line string) {
	x.t.Helper()
	before, after, _ := strings.Cut(line, " -> ")
	request, reply := requestPattern.FindStringSubmatch(before), replyPattern.FindStringSubmatch(after)
	if request == nil || reply == nil {
		x.t.Fatalf("the line %q is invalid", line)
	}
	e := expected{
		line: line, method: request[2], path: request[3], header: request[4], value: space(request[5]), body: request[6],
		word: strings.TrimSpace(reply[1]), after: x.duration(cmp.Or(reply[2], "0s")), replyHeader: reply[3], status: reply[4], text: reply[5],
	}
	if request[1] == "*" {
		x.standing = append(x.standing, e)
		return
	}
	x.expected = append(x.expected, slices.Repeat([]expected{e}, x.number(cmp.Or(request[1], "1")))...)
}

func space(text string) string { return strings.ReplaceAll(text, "%20", " ") }

func (x *exchange) handle(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	check(x.t, err)
	matches := func(e expected) bool { return e.matches(r, string(body)) }
	var e expected
	if i := slices.IndexFunc(x.standing, matches); len(x.expected) > 0 && matches(x.expected[0]) {
		e, x.expected = x.expected[0], x.expected[1:]
	} else if i >= 0 {
		e = x.standing[i]
	} else {
		next := append(slices.Clone(x.expected), expected{line: "nothing"})[0].line
		x.t.Errorf("the client sends %s %s %s %v, want %s", r.Method, r.URL.RequestURI(), body, r.Header["If-Match"], next)
		respond(x.t, w, http.StatusTeapot, `{"detail":"This was not expected."}`)
		return
	}
	if e.word == "cancel" {
		x.cancel()
	}
	if Sleep(r.Context(), e.after) != nil || e.status == "hang" && Sleep(r.Context(), 1<<62) != nil {
		return
	}
	for header := range strings.FieldsSeq(e.replyHeader) {
		name, value, _ := strings.Cut(header, "=")
		w.Header().Set(name, space(value))
	}
	if e.status == "drop" {
		panic(http.ErrAbortHandler)
	}
	if e.word == "cut" {
		defer func() {
			check(x.t, http.NewResponseController(w).Flush())
			panic(http.ErrAbortHandler)
		}()
	}
	switch status := x.number(e.status); {
	case status == http.StatusNoContent || e.text == "-":
		w.WriteHeader(status)
	case e.text != "":
		respond(x.t, w, status, e.text)
	case status >= http.StatusMultipleChoices:
		respond(x.t, w, status, `{"detail":"No."}`)
	case r.URL.Query().Has("page"):
		respond(x.t, w, status, `[]`)
	default:
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		respondWithObject(x.t, w, r, status)
	}
}

func (e expected) matches(r *http.Request, body string) bool {
	method := r.Method
	if r.URL.Query().Has("page") {
		method = "LIST"
	}
	return method == e.method && (e.body == "" || e.body == body) && (e.path == "" || "/v3/engine"+e.path == r.URL.RequestURI()) &&
		(e.header == "" || r.Header.Get(e.header) == e.value)
}

// check makes a call and compares its result with want, which is "= RESULT" for a call that succeeds or "! ERROR" for one that fails.
func (x *exchange) check(call, want string) {
	x.t.Helper()
	begin := time.Now()
	doc, err := x.call(call)
	want, took, hasTook := strings.Cut(want, " took ")
	if low, high, isRange := strings.Cut(took, ".."); hasTook {
		if !isRange {
			high = low
		}
		if got := time.Since(begin); got < x.duration(low) || got > x.duration(high) {
			x.t.Errorf("%s took %s, want %s", call, got, took)
		}
	}
	if len(x.expected) > 0 {
		x.t.Errorf("%s: the client did not send %s", call, x.expected[0].line)
	}
	x.expected, x.standing = nil, nil
	x.cancel()
	x.ctx, x.cancel = context.WithCancel(x.t.Context())
	if fields, ok := strings.CutPrefix(want, "="); ok {
		if err != nil {
			x.t.Errorf("%s: error %v", call, err)
		}
		for name, value := range x.decode(cmp.Or(strings.TrimSpace(fields), "{}")) {
			if fmt.Sprint(doc[name]) != fmt.Sprint(value) {
				x.t.Errorf("%s: %s is %v, want %v", call, name, doc[name], value)
			}
		}
		return
	}
	kinds, parts, _ := strings.Cut(strings.TrimPrefix(want, "!"), ":")
	if got := kindsOf(doc, err); err == nil || got != strings.TrimSpace(kinds) {
		x.t.Errorf("%s: the error is %q, want %q: %v", call, got, kinds, err)
		return
	}
	for _, part := range strings.Split(parts, " | ") {
		part, isUnwanted := strings.CutPrefix(strings.TrimSpace(part), "NOT ")
		if strings.Contains(err.Error(), part) == isUnwanted {
			x.t.Errorf("%s: the error lacks or has %q: %v", call, part, err)
		}
	}
}

// kindsOf describes an error for comparison in tests. For example, it returns "unknown 502" for an *UnknownOutcomeError with status 502.
// The result contains the word "left" if the call returned an object in addition to the error.
func kindsOf(doc Document, err error) string {
	var kinds []string
	add := func(kind string, is bool) {
		if is {
			kinds = append(kinds, kind)
		}
	}
	var unknown *UnknownOutcomeError
	var unproven *UnprovenError
	var status *Error
	add("left", doc["id"] != nil)
	add("unknown", errors.As(err, &unknown))
	add("gone", IsGone(err))
	add("invalid", IsInvalid(err))
	add("unproven", errors.As(err, &unproven))
	add("notfound", IsNotFound(err))
	add("canceled", errors.Is(err, context.Canceled))
	add("deadline", errors.Is(err, context.DeadlineExceeded))
	if errors.As(err, &status) {
		add(strconv.Itoa(status.Status), true)
	}
	return strings.Join(kinds, " ")
}

func (x *exchange) decode(text string) Document {
	x.t.Helper()
	var doc Document
	must(x.t, Decode([]byte(text), &doc))
	return doc
}

var callPattern = regexp.MustCompile(`^(\w+)(?: ([a-z]+))?(?: (\d\S*))?(?: (\{.*\}))?$`)

func (x *exchange) call(text string) (Document, error) {
	x.t.Helper()
	parts := callPattern.FindStringSubmatch(text)
	if parts == nil {
		x.t.Fatalf("the call %q is invalid", text)
	}
	col, ok := map[string]Collection{
		"": Alerts, "dashboard": Dashboards, "tab": Tabs, "node": Nodes, "function": Functions, "algorithm": Components("algorithm"),
	}[parts[2]]
	if !ok {
		x.t.Fatalf("there is no kind %q", parts[2])
	}
	id, body := cmp.Or(parts[3], "7"), cmp.Or(parts[4], `{"name":"a"}`)
	doc := x.decode(body)
	defer func() {
		if !reflect.DeepEqual(doc, x.decode(body)) {
			x.t.Errorf("%s changed its document to %v", text, doc)
		}
	}()
	switch c := x.client; parts[1] {
	case "create":
		return c.Create(x.ctx, col, doc)
	case "read":
		return c.Read(x.ctx, col, id)
	case "again":
		return c.ReadAgain(x.ctx, col, id)
	case "update":
		return c.Update(x.ctx, col, id, doc)
	case "revise":
		return c.Revise(x.ctx, col, id, Snapshot{}, rename)
	case "settle": // waits until the name is b
		return c.Settle(x.ctx, col, id, doc, func(doc Document) bool { return doc["name"] == "b" }), nil
	case "start":
		return c.Start(x.ctx, col, id)
	case "stop":
		return c.Stop(x.ctx, col, id)
	case "delete":
		return nil, c.Delete(x.ctx, col, id)
	case "list":
		return x.list(col, x.decode(cmp.Or(parts[4], "{}")))
	case "page": // the second one
		page, err := c.Page(x.ctx, col, 2)
		return Document{"elements": len(page.Elements), "pages": page.Pages}, err
	case "count":
		count, known, err := c.Count(x.ctx, col, nil)
		return Document{"count": count, "known": known}, err
	}
	x.t.Fatalf("there is no call %q", parts[1])
	return nil, nil
}

// list calls Client.List and returns a document with a single field, which contains the ids of all objects in the list.
func (x *exchange) list(col Collection, filters Document) (Document, error) {
	query, ids := url.Values{}, []string{}
	for name, value := range filters {
		query.Set(name, fmt.Sprint(value))
	}
	defer func(before string) {
		if query.Encode() != before {
			x.t.Errorf("List changed the query to %v", query)
		}
	}(query.Encode())
	for doc, err := range x.client.List(x.ctx, col, query) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, fmt.Sprint(doc["id"]))
	}
	return Document{"ids": strings.Join(ids, " ")}, nil
}

// rename returns an update that appends "!" to the alert's name. It returns nil, which means no update, if the name already ends with "!".
func rename(doc Document) Document {
	name, _ := doc["name"].(string)
	if strings.HasSuffix(name, "!") {
		return nil
	}
	return Document{"name": name + "!"}
}
