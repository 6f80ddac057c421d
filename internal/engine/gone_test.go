// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const notFound = `{"detail":"Not Found"}`

// A 404 proves that an object is gone only if the engine still returns the list of the collection, or another object of the collection.
func TestWhatProvesThatAnObjectIsGone(t *testing.T) {
	const list = "GET /v3/engine/alert/alerts/"
	tests := map[string]struct {
		answers map[string]string // by the beginning of the request; any other request gets 404
		before  bool              // another object was read before
		gone    bool
		reason  string
	}{
		"a gateway":                       {map[string]string{}, false, false, "the list of them fails"},
		"a list without it":               {map[string]string{list + "?": `{"count":1,"next":null,"results":[{"id":"9"}]}`}, false, true, ""},
		"an array without it":             {map[string]string{list + "?": `[]`}, false, true, ""},
		"a list with it":                  {map[string]string{list + "?": `[{"id":"7"}]`}, false, false, "list has it"},
		"a list that is none":             {map[string]string{list + "?": `{"detail":"x"}`}, false, false, "not a list"},
		"no list, another object":         {map[string]string{list + "8/": `{"id":"8"}`}, true, true, ""},
		"no list, another object is lost": {map[string]string{}, true, false, "no other alert is found"},
		"it is there after all":           {map[string]string{list + "7/": `{"id":"7"}`}, false, false, ""},
	}
	for name, test := range tests {
		synctest.Test(t, func(t *testing.T) {
			prepared := false
			c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
				if test.before && !prepared {
					answerObjectWithID(t, w, "8")
					return
				}
				for beginning, body := range test.answers {
					if strings.HasPrefix(r.Method+" "+r.URL.RequestURI(), beginning) {
						answer(t, w, http.StatusOK, body)
						return
					}
				}
				answer(t, w, http.StatusNotFound, notFound)
			})
			if test.before {
				must(t, errorOf(c.Read(t.Context(), Alerts, "8")))
				prepared = true
			}
			doc, err := c.ReadAgain(t.Context(), Alerts, "7")
			if there := name == "it is there after all"; there != (doc["id"] == "7") || there != (err == nil) {
				t.Errorf("%s: read %v, error %v", name, doc, err)
			}
			if IsGone(err) != test.gone || test.gone && doc != nil {
				t.Errorf("%s: the object is gone: %t, want %t: %v", name, IsGone(err), test.gone, err)
			}
			if test.reason == "" {
				return
			}
			var unproven *UnprovenError
			if !errors.As(err, &unproven) || IsNotFound(err) {
				t.Fatalf("%s: the error is %v", name, err)
			}
			for _, want := range []string{test.reason, "base_url", "credentials"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: the error lacks %q: %v", name, want, err)
				}
			}
			if err := c.Delete(t.Context(), Alerts, "7"); err == nil {
				t.Errorf("%s: a delete is believed to have been done before", name)
			}
		})
	}
}

// ReadAgain waits while the collection's list still contains an object for which a read gets 404.
func TestAListThatLags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case !r.URL.Query().Has("page"):
				answer(t, w, http.StatusNotFound, notFound)
			case time.Since(start) < 2*time.Second:
				answer(t, w, http.StatusOK, `[{"id":"7"}]`)
			default:
				answer(t, w, http.StatusOK, `[]`)
			}
		})
		if _, err := c.ReadAgain(t.Context(), Alerts, "7"); !IsGone(err) || time.Since(start) < 2*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func answerObjectWithID(t *testing.T, w http.ResponseWriter, id string) {
	t.Helper()
	answer(t, w, http.StatusOK, fmt.Sprintf(`{"id":%q}`, id))
}

// One list request is enough to prove that many objects of a collection are gone.
func TestManyObjectsThatAreGone(t *testing.T) {
	c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("page") {
			answer(t, w, http.StatusOK, `[]`)
			return
		}
		answer(t, w, http.StatusNotFound, notFound)
	})
	c.pathStyles.remember(address{op: opRead, col: Alerts}, slash)
	for n := range 50 {
		if _, err := c.ReadAgain(t.Context(), Alerts, fmt.Sprint(n)); !IsGone(err) {
			t.Errorf("the error is %v", err)
		}
	}
	if got := log.take(); len(got) != 51 {
		t.Errorf("50 objects took %d requests, want 50 reads and a list", len(got))
	}
}

// A list longer than rosterSize is not enough proof: the client must also find one of the listed objects.
func TestALongListProvesLittle(t *testing.T) {
	for _, answers := range []bool{true, false} {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
			var page int
			_, err := fmt.Sscan(r.URL.Query().Get("page"), &page)
			switch {
			case err == nil:
				var elements []string
				for n := range 100 {
					elements = append(elements, fmt.Sprintf(`{"id":"a%d-%d"}`, page, n))
				}
				answer(t, w, http.StatusOK, fmt.Sprintf(`{"next":"?page=%d","results":[%s]}`, page+1, strings.Join(elements, ",")))
			case answers && strings.Contains(r.URL.Path, "/a1-0"):
				answerObjectWithID(t, w, "a1-0")
			default:
				answer(t, w, http.StatusNotFound, notFound)
			}
		})
		if _, err := c.ReadAgain(t.Context(), Alerts, "7"); err == nil || IsGone(err) != answers {
			t.Errorf("another object answers: %t: the error is %v", answers, err)
		}
		if got := log.take(); len(got) > rosterSize/100+6 {
			t.Errorf("it took %d requests", len(got))
		}
	}
}

func TestDocumentsThatAreNotTheOneAskedFor(t *testing.T) {
	for body, want := range map[string]string{
		`{}`:                          "has no id",
		`{"detail":"internal error"}`: "has no id",
		`{"id":null,"name":"a"}`:      "has no id",
		`{"id":"8","name":"a"}`:       "another object",
		`{"id":"","name":"a"}`:        "another object",
		`{"id":"7/..","name":"a"}`:    "another object",
		`{"id":"7\u0000","name":"a"}`: "another object",
		`{"id":7,"name":"a"}`:         "not a string",
		`{"id":["7"],"name":"a"}`:     "not a string",
	} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { answer(t, w, http.StatusOK, body) })
		for name, operate := range map[string]func() (Document, error){
			"read":   func() (Document, error) { return c.Read(t.Context(), Alerts, "7") },
			"update": func() (Document, error) { return c.Update(t.Context(), Alerts, "7", Document{"name": "a"}) },
		} {
			if _, err := operate(); err == nil || !strings.Contains(err.Error(), want) || IsNotFound(err) {
				t.Errorf("%s answered with %s: %v, want %q", name, body, err, want)
			}
		}
	}
}

// If a proxy answers the first spelling of the URL path with 404, the client also tries the path with or without the slash at the end.
func TestAForeignAnswerIsAboutTheStyle(t *testing.T) {
	there := true
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/"):
			answer(t, w, http.StatusNotFound, `<html>`)
		case there:
			answerObjectWithID(t, w, "7")
		default:
			answer(t, w, http.StatusNotFound, notFound)
		}
	})
	there = false
	if _, err := c.Read(t.Context(), Alerts, "7"); !IsNotFound(err) {
		t.Errorf("the engine's own answer is lost: %v", err)
	}
	there = true
	check(t, errorOf(c.Read(t.Context(), Alerts, "7")))
}

// The engine refuses to delete a parent whose children the client has just deleted. The client tries again.
func TestSlowDeletes(t *testing.T) {
	children := func(asked time.Duration) (func(http.ResponseWriter, *http.Request), time.Time) {
		start := time.Now()
		return func(w http.ResponseWriter, r *http.Request) {
			isOwner := strings.Contains(r.URL.Path, "dashboards")
			switch {
			case r.Method == http.MethodDelete && isOwner && time.Since(start) < asked:
				answer(t, w, http.StatusConflict, `{"detail":"It has tabs."}`)
			case r.Method == http.MethodDelete:
				w.WriteHeader(http.StatusNoContent)
			}
		}, start
	}
	for asked, want := range map[time.Duration]bool{3 * time.Second: true, time.Minute: false} {
		synctest.Test(t, func(t *testing.T) {
			handler, start := children(asked)
			c := inMemory(t, Config{}, handler)
			if err := c.Delete(t.Context(), Dashboards, "1"); !isStatus(err, http.StatusConflict) || time.Since(start) > 0 {
				t.Errorf("without a delete before, after %s: %v", time.Since(start), err)
			}
			must(t, c.Delete(t.Context(), Tabs, "2"))
			err := c.Delete(t.Context(), Dashboards, "1")
			if (err == nil) != want || time.Since(start) > settleTime {
				t.Errorf("after %s: %v", time.Since(start), err)
			}
		})
	}
}

// The engine is already deleting the object. Delete waits until a read gets 404.
func TestDeleteOfWhatIsOnItsWayOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Query().Has("page"):
				answer(t, w, http.StatusOK, `[]`)
			case r.Method == http.MethodGet && time.Since(start) < 2*time.Second:
				answerObjectWithID(t, w, "7")
			default:
				answer(t, w, http.StatusNotFound, notFound)
			}
		})
		if err := c.Delete(t.Context(), Alerts, "7"); err != nil || time.Since(start) < 2*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

// Callers that need the same list share one request for it. A caller whose context ends leaves without waiting for the others, and takes no
// result from them.
func TestCallersOfOneListLeaveOnTheirOwn(t *testing.T) {
	for name, firstLeaves := range map[string]bool{"the first leaves": true, "the second leaves": false} {
		t.Run(name, func(t *testing.T) {
			listing, release := make(chan struct{}, 2), make(chan struct{})
			c := inMemory(t, Config{RequestTimeout: 2 * time.Second, MaxRetries: -1}, func(w http.ResponseWriter, r *http.Request) {
				if !r.URL.Query().Has("page") {
					answer(t, w, http.StatusNotFound, notFound)
					return
				}
				listing <- struct{}{}
				select {
				case <-release:
					answer(t, w, http.StatusOK, `[]`)
				case <-r.Context().Done():
				}
			})
			leaving, leave := context.WithCancel(t.Context())
			contexts := [2]context.Context{t.Context(), leaving}
			if firstLeaves {
				contexts = [2]context.Context{leaving, t.Context()}
			}
			left, stayed := make(chan error, 1), make(chan error, 1)
			for i, ctx := range contexts {
				result := stayed
				if ctx == leaving {
					result = left
				}
				go func() { result <- errorOf(c.ReadAgain(ctx, Alerts, "7")) }()
				if i == 0 {
					<-listing
				}
			}
			leave()
			select {
			case err := <-left:
				if !errors.Is(err, context.Canceled) || IsGone(err) {
					t.Errorf("the caller that left got %v", err)
				}
			case err := <-stayed:
				t.Fatalf("a caller that waits for the list ended with %v before the other left", err)
			}
			close(release)
			if err := <-stayed; !IsGone(err) {
				t.Errorf("the caller that stayed got %v", err)
			}
		})
	}
}
