// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// expectation matches a line such as "null-refused: 400": a habit, and what a client sees on a server with that habit. In the line
// "without: 200", the word without stands for a server without habits.
var expectation = regexp.MustCompile(`^([a-z0-9=-]+): (.*)$`)

// scriptDifferences returns the differences that testdata/differences.txtar describes.
func scriptDifferences(t *testing.T) map[string]difference {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/differences.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]difference{}
	for _, section := range archive.Files {
		var requests []string
		seen := map[string]string{}
		for line := range strings.Lines(string(section.Data)) {
			line = strings.TrimSuffix(line, "\n")
			if m := expectation.FindStringSubmatch(line); m != nil {
				seen[m[1]] = m[2]
			} else {
				requests = append(requests, line)
			}
		}
		for given, with := range seen {
			if given != "without" {
				found[given] = difference{see: script(requests), with: with, without: seen["without"]}
			}
		}
	}
	return found
}

// script returns a function that sends a script's requests and returns the selected fields of the responses.
//
// NAME = POST KIND creates an object with the required fields and the fields in the body. Without "NAME =", the object is named after its
// kind. The target of any other request is one of these:
//   - NAME, which is an object
//   - NAME/start/, which is a path below an object
//   - KIND? or KIND?QUERY, which is a list
//   - any other URL path
//
// In a body, "$NAME" stands for an object's id, and "$NAME.FIELD" for the value of a field. Two kinds of lines send no request: STORED NAME
// selects fields of a stored object, and COUNT KIND returns the number of stored objects.
func script(requests []string) func(c *servertest.Client) string {
	return func(c *servertest.Client) string {
		c.T.Helper()
		s := &client{Client: c, objects: map[string]Object{}, kinds: map[string]string{}}
		for _, request := range requests {
			s.perform(request)
		}
		return strings.Join(s.seen, " ")
	}
}

// client runs a script. objects contains the objects that the script has created, by name.
type client struct {
	*servertest.Client
	objects map[string]Object
	kinds   map[string]string
	seen    []string
}

var reference = regexp.MustCompile(`\$[a-z0-9_.]+`)

func (s *client) perform(line string) {
	s.T.Helper()
	line, fields, _ := strings.Cut(line, " -> ")
	name, request, isNamed := strings.Cut(line, " = ")
	if !isNamed {
		name, request = "", line
	}
	method, rest, _ := strings.Cut(request, " ")
	target, body, _ := strings.Cut(rest, " ")
	body = reference.ReplaceAllStringFunc(body, func(r string) string {
		object, field, hasField := strings.Cut(r[1:], ".")
		if !hasField {
			field = "id"
		}
		return fmt.Sprint(pick(s.objects[object], strings.Split(field, ".")))
	})
	object, below, _ := strings.Cut(target, "/")
	kind, query, isList := strings.Cut(target, "?")
	got := servertest.Reply{}
	switch {
	case method == "COUNT":
		s.seen = append(s.seen, strconv.Itoa(len(s.Server.Objects(target))))
	case method == "STORED":
		if id, ok := s.objects[target]["id"].(string); ok {
			got.Doc, _ = s.Server.Object(s.kinds[target], id)
		}
	case strings.HasPrefix(target, "/"):
		got = s.Do(method, target, nil)
	case isList:
		got = s.Do(method, servertest.Paths[kind]+"?"+query, nil)
	case method == "POST" && below == "":
		more := Object{}
		if body != "" {
			more = servertest.Parse(s.T, body)
		}
		got = s.Do(method, servertest.Paths[target], s.Minimal(target, more))
		if got.Doc["id"] != nil {
			name = cmp.Or(name, target)
			s.objects[name], s.kinds[name] = got.Doc, target
		}
	case s.objects[object] != nil:
		var sent any
		if body != "" {
			sent = body
		}
		got = s.Do(method, s.Path(s.kinds[object], s.objects[object])+below, sent)
	}
	for _, field := range strings.Fields(fields) {
		value := pick(got.Doc, strings.Split(field, "."))
		if field == "status" {
			value = got.Status
		}
		if text, isText := value.(plain); isText {
			s.seen = append(s.seen, string(text))
		} else {
			s.seen = append(s.seen, show(s.Client, value))
		}
	}
}

// plain is a string that script returns without quotes.
type plain string

// pick returns the value at a path such as alert_items.0.label, or nil if there is none. In a path, "#" is the length of an array or
// object, "keys" are an object's keys, and "*" stands for each element of an array.
func pick(value any, path []string) any {
	if len(path) == 0 {
		return value
	}
	switch v := value.(type) {
	case Object:
		switch {
		case path[0] == "#":
			return len(v)
		case path[0] == "keys" && v != nil:
			return plain(strings.ReplaceAll(keys(v), " ", ","))
		}
		return pick(v[path[0]], path[1:])
	case []any:
		if at, err := strconv.Atoi(path[0]); err == nil && at < len(v) {
			return pick(v[at], path[1:])
		}
		if path[0] == "#" {
			return len(v)
		}
	}
	if path[0] != "*" {
		return nil
	}
	var texts []string
	elements, _ := value.([]any)
	for _, element := range elements {
		texts = append(texts, fmt.Sprint(pick(element, path[1:])))
	}
	return plain(cmp.Or(strings.Join(texts, ","), "-"))
}
