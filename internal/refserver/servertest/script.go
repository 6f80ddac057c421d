// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
)

// RunScripts runs the scripts in the txtar archives whose file names match the pattern. Each section of an archive is a subtest with its
// own server. Each subtest first runs the lines above the first section. The server's control API is at /control/.
//
// Most lines send a request and compare fields of the response with values:
//
//	[NAME =] METHOD TARGET [BODY] [-> FIELDS [== VALUES]]
//
// If a line has no FIELDS, the request must succeed. POST KIND creates an object with the required fields of its kind and the fields in the
// body. Later lines refer to the object by NAME, if given, or else by its kind. If the body consists of several JSON objects, RunScripts
// merges them. POST KIND@PATH does the same but sends the request to PATH. The target of any other request is one of these:
//   - NAME: an object
//   - NAME/start/: a path below an object
//   - KIND? or KIND?QUERY: a list
//   - any other URL path, which starts with "/"
//
// "$NAME" stands for an object's id, and "$NAME.FIELD" for a field of the response to the line that named the object. "{{20 x}}" stands for
// "x" repeated 20 times. In a body that isn't JSON, "\n" is a line break. If VALUES ends in "...", only the part before "..." is compared.
//
// A field is a path, such as alert_items.0.label. In a path, "#" is the length of an array or object, "keys" are an object's keys, and "*"
// stands for each element of an array. Null fields in array elements are omitted. These fields have a special meaning:
//   - status: the HTTP status, "dropped" if there is no response, or "cut" if the end of the response is missing
//   - doc: the object in the response, as in doc.status
//   - list: the array in the response
//   - body: the body
//   - a field that begins with a capital letter: a header
//
// Other lines:
//
//	# COMMENT
//	NAME = OBJECT          names a JSON object; "$NAME.doc" stands for it
//	HEADER: VALUE          sets a header of the requests below it
//	METHODS TARGET LIST    checks that the target supports only the methods in the list
//	STORED NAME -> FIELDS  selects fields of a stored object
//	COUNT KIND -> count    selects the number of stored objects
//	FOR COUNT LINE         runs a line COUNT times; "$#" stands for the number of the repetition, starting at 0
//	SERVE [OPTIONS]        restarts the server, with OPTIONS (refserver.Options as JSON) if given; any value of Data means the same file
//	EACH WORDS...          runs the section once for each word; "@1" stands for the word; for the word a/b, "@1" is a and "@2" is b
//	EACH kinds             runs the section once for each kind
func RunScripts(t *testing.T, pattern string) {
	t.Helper()
	archives, err := filepath.Glob(pattern)
	if err != nil || len(archives) == 0 {
		t.Fatalf("%s: no archives (%v)", pattern, err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range archive.Files {
			words := []string{""}
			if each := eachLine.FindStringSubmatch(string(section.Data)); each != nil {
				words = strings.Fields(strings.ReplaceAll(each[1], "kinds", strings.Join(Kinds, " ")))
			}
			for _, word := range words {
				text := string(archive.Comment) + eachLine.ReplaceAllString(string(section.Data), "")
				for i, part := range strings.Split(word, "/") {
					text = strings.ReplaceAll(text, fmt.Sprint("@", i+1), part)
				}
				t.Run(section.Name+" "+word, func(t *testing.T) {
					s := &script{Client: &Client{T: t}, data: filepath.Join(t.TempDir(), "data")}
					s.serve("{}")
					if rest := s.play(strings.Split(text, "\n")); rest != "" {
						t.Errorf("%s is compared with nothing", rest)
					}
				})
			}
		}
	}
}

var eachLine = regexp.MustCompile(`(?m)^EACH (.*)$`)

// RunLines runs the lines of a script in the format of RunScripts. Unlike RunScripts, it accepts failed requests. If a line selects fields
// without comparing them with values, RunLines returns the fields' values.
func (c *Client) RunLines(lines []string) string {
	c.T.Helper()
	return (&script{Client: c}).play(lines)
}

// script runs the lines of a script. The replies field maps the name of each object to the response that contains the object.
type script struct {
	*Client
	options refserver.Options
	data    string // The name of the data file.
	replies map[string]reply
	header  http.Header
	seen    []string
}

// reply is a response that contains an object. path is the object's path.
type reply struct {
	Reply
	path string
}

func (s *script) play(lines []string) string {
	s.T.Helper()
	s.replies, s.header = map[string]reply{}, http.Header{}
	for _, line := range lines {
		s.perform(line)
	}
	return strings.Join(s.seen, " ")
}

func (s *script) perform(line string) {
	s.T.Helper()
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case word == "" || word == "#":
	case word == "SERVE":
		s.serve(rest)
	case word == "FOR":
		count, repeated, _ := strings.Cut(rest, " ")
		number, err := strconv.Atoi(count)
		if err != nil {
			s.T.Fatal(err)
		}
		for i := range number {
			s.perform(strings.ReplaceAll(repeated, "$#", strconv.Itoa(i)))
		}
	case word == "METHODS":
		target, allowed, _ := strings.Cut(s.expand(rest), " ")
		s.CheckMethods(allowed, s.path(target))
	case strings.HasSuffix(word, ":"):
		s.header.Set(strings.TrimSuffix(word, ":"), s.expand(rest))
	default:
		s.request(line)
	}
}

// serve starts a server with the options in text. If text is empty, it uses the options of the previous server.
func (s *script) serve(text string) {
	s.T.Helper()
	if text != "" {
		s.options = refserver.Options{}
		if err := json.Unmarshal([]byte(text), &s.options); err != nil {
			s.T.Fatal(err)
		}
		if s.options.Data != "" {
			s.options.Data = s.data
		}
	}
	if s.Server != nil {
		if err := s.Server.Close(); err != nil {
			s.T.Fatal(err)
		}
	}
	server := Start(s.T, s.options)
	controlAPI := http.StripPrefix("/control", control.New(server, "token"))
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/control/") {
			server.ServeHTTP(w, r)
			return
		}
		r.Header.Set("Authorization", "Bearer token")
		controlAPI.ServeHTTP(w, r)
	}))
	s.T.Cleanup(web.Close)
	s.Server, s.URL = server, web.URL
}

var (
	reference = regexp.MustCompile(`\$([a-z0-9_]+)(?:\.([A-Za-z0-9_.-]+))?`)
	repeated  = regexp.MustCompile(`\{\{(\d+) ([^}]+)\}\}`)
)

// expand replaces references such as "$NAME" with their values, and expands repetitions such as "{{20 x}}".
func (s *script) expand(text string) string {
	text = repeated.ReplaceAllStringFunc(text, func(found string) string {
		m := repeated.FindStringSubmatch(found)
		count, _ := strconv.Atoi(m[1])
		return strings.Repeat(m[2], count)
	})
	return reference.ReplaceAllStringFunc(text, func(found string) string {
		m := reference.FindStringSubmatch(found)
		r, ok := s.replies[m[1]]
		if !ok && s.data != "" {
			s.T.Fatalf("%s: there is no such object", found)
		}
		value := r.field(cmp.Or(m[2], "id"))
		if text, isText := value.(string); isText {
			return strings.ReplaceAll(text, s.URL, "")
		}
		return show(s.T, value)
	})
}

func (s *script) path(target string) string {
	kind, query, _ := strings.Cut(target, "?")
	name, below, _ := strings.Cut(target, "/")
	switch {
	case strings.HasPrefix(target, "/"):
		return target
	case s.replies[name].path != "":
		return s.replies[name].path + below
	case query != "":
		query = "?" + query
	}
	return Paths[kind] + query
}

var (
	objectLine  = regexp.MustCompile(`^([a-z0-9_]+) = (\{.*)$`)
	requestLine = regexp.MustCompile(`^(?:([a-z0-9_]+) = )?([A-Z]+) (\S+)(?: (.+?))??(?: -> (.+?)(?: == (.*))?)?$`)
)

func (s *script) request(line string) {
	s.T.Helper()
	if m := objectLine.FindStringSubmatch(line); m != nil {
		s.replies[m[1]] = reply{Reply: Reply{Doc: s.merged(m[2])}}
		return
	}
	line = s.expand(line)
	m := requestLine.FindStringSubmatch(line)
	if m == nil {
		s.T.Fatalf("%q is no request", line)
	}
	name, fields := m[1], strings.Fields(m[5])
	got := s.send(m[2], m[3], m[4])
	if id, hasID := got.Doc["id"].(string); hasID && m[2] == "POST" && !strings.Contains(got.path, "?") {
		got.path = strings.TrimSuffix(got.path, "/") + "/" + id + "/"
		if kind, _, _ := strings.Cut(m[3], "@"); Paths[kind] != "" {
			name = cmp.Or(name, kind)
		}
	}
	if name != "" && got.Doc != nil {
		s.replies[name] = got
	}
	var values []string
	for _, field := range fields {
		values = append(values, strings.ReplaceAll(show(s.T, got.field(field)), s.URL, ""))
	}
	seen, want := strings.Join(values, " "), m[6]
	begin, isBegin := strings.CutSuffix(want, "...")
	switch {
	case len(fields) == 0 && s.data != "" && (got.Status < 200 || got.Status >= 300):
		s.T.Errorf("%.300s\nstatus %d %s", line, got.Status, got.Body)
	case !strings.Contains(line, " == ") && len(fields) > 0:
		s.seen = append(s.seen, seen)
	case seen != want && (!isBegin || !strings.HasPrefix(seen, begin)):
		s.T.Errorf("%.300s\ngot  %s\nwant %s", line, seen, want)
	}
}

func (s *script) send(method, target, body string) reply {
	s.T.Helper()
	kind, elsewhere, _ := strings.Cut(target, "@")
	path, isCreate := s.path(target), method == "POST" && Paths[kind] != ""
	if isCreate {
		path = cmp.Or(elsewhere, Paths[kind])
	}
	switch {
	case method == "COUNT":
		return reply{Reply: Reply{Doc: Object{"count": float64(len(s.Server.Objects(target)))}}}
	case method == "STORED":
		doc, _ := s.Server.Object(s.Server.Kind(path), fmt.Sprint(s.replies[target].Doc["id"]))
		return reply{Reply{Doc: doc}, path}
	case path == "":
		return reply{} // The object was not created.
	}
	var sent any
	switch {
	case isCreate:
		sent = s.MinimalBody(kind, s.merged(body))
	case strings.HasPrefix(body, "{"), strings.HasPrefix(body, "["):
		sent = body
	case body != "":
		sent = strings.ReplaceAll(body, `\n`, "\n")
	}
	r := s.Request(method, path, sent)
	maps.Copy(r.Header, s.header)
	transport := &http.Transport{} // On a new connection, net/http does not resend a request if the server drops the connection.
	defer transport.CloseIdleConnections()
	got, err := s.sendOver(transport, r)
	if err != nil {
		got.Body = outcome(err)
	}
	return reply{got, path}
}

func (s *script) merged(body string) Object {
	s.T.Helper()
	all := Object{}
	decoder := json.NewDecoder(strings.NewReader(body))
	for decoder.More() {
		if err := decoder.Decode(&all); err != nil {
			s.T.Fatalf("%s: %v", body, err)
		}
	}
	return all
}
