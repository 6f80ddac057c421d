// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

var update = flag.Bool("update", false, "write testdata/transcripts.txtar")

// TestTranscripts checks which requests a run sends and what it reports. Each section of testdata/transcripts.txtar begins with lines that
// set up an engine and a run (see newScene). The lines below "=>" are the expected requests and findings.
func TestTranscripts(t *testing.T) {
	const name = "testdata/transcripts.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	for i, file := range archive.Files {
		inBubble(t, file.Name, func(t *testing.T) {
			given, want, _ := strings.Cut(string(file.Data), "=>\n")
			got := newScene(t, given).play(t)
			archive.Files[i].Data = []byte(given + "=>\n" + got)
			if diff := cmp.Diff(want, got); diff != "" && !*update {
				t.Error(diff)
			}
		})
	}
	t.Cleanup(func() {
		if *update {
			if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
				t.Error(err)
			}
		}
	})
}

// scene is a run against a reference server whose responses to some requests are replaced.
type scene struct {
	options  Options
	server   *refserver.Server
	replies  []cannedReply
	rewrites *strings.Replacer // applied to the bodies of responses
	shown    []string          // the topics whose requests are in the transcript
	topic    string            // the current topic
	lines    []string
}

// cannedReply is the response to requests that match the pattern. The requests have the form "POST dashboard/dashboards {...}".
type cannedReply struct {
	status  int
	body    string
	pattern *regexp.Regexp
}

// newScene creates a scene from those lines of a transcript that precede "=>". The lines are settings. For example, "read" means that the
// probe run sends no writes, and "empty" means that the engine has no objects.
func newScene(t *testing.T, given string) *scene {
	t.Helper()
	s := &scene{options: Options{Write: true}}
	s.options.Progress = func(text string) { s.topic, _, _ = strings.Cut(text, " ") }
	s.server, _ = start(t, refserver.Options{})
	s.options.Client = connect(t, s.server, s)
	var habits, rewrites []string
	isEmpty := false
	for line := range strings.Lines(given) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		first, second, _ := strings.Cut(rest, " to ")
		switch verb {
		case "read":
			s.options.Write = false
		case "empty":
			isEmpty = true
		case "habits":
			habits = strings.Fields(rest)
		case "only":
			s.options.Only = strings.Fields(rest)
		case "show":
			s.shown = strings.Fields(rest)
		case "reply":
			status, body, _ := strings.Cut(first, " ")
			code, err := strconv.Atoi(status)
			if err != nil {
				t.Fatal(err)
			}
			s.replies = append(s.replies, cannedReply{code, body, regexp.MustCompile(second)})
		case "rewrite":
			rewrites = append(rewrites, first, second)
		default:
			t.Fatalf("the line %q begins with an unknown word", line)
		}
	}
	s.rewrites = strings.NewReplacer(rewrites...)
	if !isEmpty {
		seedOthers(t, s.server)
	}
	if err := s.server.SetHabits(habits); err != nil {
		t.Fatal(err)
	}
	return s
}

// ServeHTTP implements http.Handler.
func (s *scene) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	request := strings.TrimSpace(r.Method + " " + strings.TrimPrefix(r.URL.RequestURI(), table.Root) + " " + string(sent))
	recorded := httptest.NewRecorder()
	at := slices.IndexFunc(s.replies, func(c cannedReply) bool { return c.pattern.MatchString(request) })
	if at >= 0 {
		recorded.Code = s.replies[at].status
		recorded.Body.WriteString(s.replies[at].body)
	} else {
		r.Body = io.NopCloser(strings.NewReader(string(sent)))
		s.server.ServeHTTP(recorded, r)
	}
	if slices.Contains(s.shown, s.topic) {
		s.lines = append(s.lines, fmt.Sprintf("%d %s", recorded.Code, request))
	}
	maps.Copy(w.Header(), recorded.Header())
	w.WriteHeader(recorded.Code)
	_, _ = s.rewrites.WriteString(w, recorded.Body.String()) // The client may have closed the connection.
}

// play runs the probe and returns the transcript. It contains the requests, the habits (deviations from INTERFACE.md) that the run found or
// could not determine, the facts, and the objects that the run may have left behind.
func (s *scene) play(t *testing.T) string {
	t.Helper()
	before, begin := export(t, s.server), time.Now()
	report, err := Run(t.Context(), s.options)
	checkLeft(t, s.server, before, report.Left)
	names := map[string][]string{}
	for _, f := range report.Findings {
		if f.State != Agrees {
			group := strings.TrimSpace(string(f.State) + " " + f.Why)
			names[group] = append(names[group], f.Option())
		}
	}
	for _, group := range slices.Sorted(maps.Keys(names)) {
		s.lines = append(s.lines, group+": "+strings.Join(names[group], " "))
	}
	facts, failure := json.Marshal(report.Facts)
	s.lines = append(s.lines, fmt.Sprintf(
		"%d requests in %s, facts %s, errors %v %v", report.Requests, time.Since(begin).Round(time.Millisecond), facts, err, failure,
	))
	for _, l := range report.Left {
		s.lines = append(s.lines, fmt.Sprintf("left %s %s: %s", l.Kind, l.Name, l.Why))
	}
	return stable(s.lines)
}

// random matches the parts of a transcript that differ between runs: the ids of objects and the beginning of their names.
var random = regexp.MustCompile(NamePrefix + `[a-z0-9]{10}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// stable replaces the random ids and names in a transcript. It also truncates long lines and omits lines that equal the previous line.
func stable(lines []string) string {
	ids, last := map[string]string{}, ""
	var text strings.Builder
	for _, line := range lines {
		line = random.ReplaceAllStringFunc(line, func(id string) string {
			if strings.HasPrefix(id, NamePrefix) {
				return "NAME"
			}
			if ids[id] == "" {
				ids[id] = fmt.Sprint("ID", len(ids)+1)
			}
			return ids[id]
		})
		if line != last {
			fmt.Fprintf(&text, "%.300s\n", line)
		}
		last = line
	}
	return text.String()
}
