// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// script answers the n-th request with the n-th status, and every later one with 200. Status 0 closes the connection without an answer.
func script(t *testing.T, requests *int, statuses ...int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n := *requests
		*requests++
		switch {
		case n >= len(statuses):
			answerObject(t, w, r, http.StatusOK)
		case statuses[n] == 0:
			panic(http.ErrAbortHandler)
		default:
			answer(t, w, statuses[n], `{"detail":"not now"}`)
		}
	}
}

// blind answers writes like script. After the first write it refuses all reads, so the client can't see whether the write was made.
func blind(t *testing.T, requests *int, statuses ...int) http.HandlerFunc {
	answers, written := script(t, requests, statuses...), false
	return func(w http.ResponseWriter, r *http.Request) {
		if written && r.Method == http.MethodGet {
			answer(t, w, http.StatusForbidden, `{"detail":"not you"}`)
			return
		}
		written = r.Method != http.MethodGet
		answers(w, r)
	}
}

// The table above type outcome in retry.go says what the client may repeat.
func TestWhatIsRepeated(t *testing.T) {
	tests := []struct {
		status           int
		idempotent, once bool
	}{
		{http.StatusTooManyRequests, true, true},
		{http.StatusServiceUnavailable, true, false},
		{http.StatusBadGateway, true, false},
		{http.StatusGatewayTimeout, true, false},
		{0, true, false},
		{http.StatusBadRequest, false, false},
		{http.StatusUnauthorized, false, false},
		{http.StatusForbidden, false, false},
		{http.StatusConflict, false, false},
		{http.StatusInternalServerError, false, false},
		{http.StatusNotImplemented, false, false},
	}
	newItem := func(ctx context.Context, c *Client, _ Collection) error {
		_, err := c.Update(ctx, Functions, "7", Document{"function_items": []any{Document{"ref_id": "A"}}})
		return err
	}
	knownItem := func(ctx context.Context, c *Client, _ Collection) error {
		_, err := c.Update(ctx, Functions, "7", Document{"function_items": []any{Document{"id": "1", "ref_id": "A"}}})
		return err
	}
	for _, test := range tests {
		check := func(name string, operate func(context.Context, *Client, Collection) error, repeated bool) {
			t.Run(name+" "+strconv.Itoa(test.status), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					requests := 0
					c := inMemory(t, Config{}, blind(t, &requests, test.status, test.status))
					err := operate(t.Context(), c, Components("algorithm"))
					if repeated && (err != nil || requests != 3) {
						t.Errorf("%d requests, error %v; want 3 and none", requests, err)
					}
					if !repeated && (err == nil || requests != 1) {
						t.Errorf("%d requests, error %v; want 1 and an error", requests, err)
					}
				})
			})
		}
		for op, operate := range operations {
			switch op {
			case opCreate:
				check(string(op), operate, test.once)
			case opList: // script can't answer lists
			default:
				check(string(op), operate, test.idempotent)
			}
		}
		check("update with a new item", newItem, test.once)
		check("update of a known item", knownItem, test.idempotent)
	}
}

// The reply to a delete is lost, and the repeated delete gets a 404. Delete must succeed.
func TestDeleteThatWasProcessedButNotAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		c := inMemory(t, Config{}, script(t, &requests, 0, http.StatusNotFound, http.StatusNotFound))
		if err := c.Delete(t.Context(), Alerts, "7"); err != nil {
			t.Errorf("the object is gone, but: %v", err)
		}
	})
}

func TestAttemptsAreLimited(t *testing.T) {
	for configured, want := range map[int]int{-1: 1, 0: 1 + DefaultMaxRetries, 2: 3} {
		synctest.Test(t, func(t *testing.T) {
			requests := 0
			c := inMemory(t, Config{MaxRetries: configured, RetryMaxWait: time.Hour},
				func(w http.ResponseWriter, _ *http.Request) {
					requests++
					answer(t, w, http.StatusServiceUnavailable, `{"detail":"not now"}`)
				})
			_, err := c.Read(t.Context(), Alerts, "7")
			e := asError(t, err)
			if requests != want || e.Attempts != want || e.Status != http.StatusServiceUnavailable {
				t.Errorf("MaxRetries %d: %d requests and %v, want %d", configured, requests, err, want)
			}
			told := strings.Contains(err.Error(), "after "+strconv.Itoa(want)+" attempts")
			if told != (want > 1) {
				t.Errorf("the error tells the attempts wrongly: %v", err)
			}
		})
	}
}

func TestTheSumOfTheWaitsIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 10 * time.Second
		c := inMemory(t, Config{MaxRetries: 1000, RetryMaxWait: limit}, func(http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler)
		})
		start := time.Now()
		_, err := c.Read(t.Context(), Alerts, "7")
		if waited := time.Since(start); waited != limit {
			t.Errorf("the request waited %s, want %s", waited, limit)
		}
		if err == nil || !strings.Contains(err.Error(), "attempts") {
			t.Errorf("the error does not tell the attempts: %v", err)
		}
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		synctest.Test(t, func(t *testing.T) {
			var times []time.Time
			c := inMemory(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
				times = append(times, time.Now())
				if len(times) == 1 {
					w.Header().Set("Retry-After", "7")
					answer(t, w, status, `{}`)
					return
				}
				answer(t, w, http.StatusOK, `{"id":"7"}`)
			})
			must(t, errorOf(c.Create(t.Context(), Alerts, nil)))
			waited := times[1].Sub(times[0])
			if waited < 7*time.Second || waited > 7*time.Second+ceiling(1) {
				t.Errorf("after %d with Retry-After 7 the client waited %s", status, waited)
			}
		})
	}
}

// After a 429 with a Retry-After of one hour, requests fail without being sent, because the wait exceeds retry_max_wait. They succeed again
// once the rest of the hour is shorter than retry_max_wait.
func TestAWaitThatIsTooLongIsNotBegun(t *testing.T) {
	for name, hour := range map[string]func() string{
		"seconds": func() string { return "3600" },
		"date":    func() string { return time.Now().Add(time.Hour).UTC().Format(http.TimeFormat) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { testAWaitThatIsTooLong(t, hour()) })
		})
	}
}

func testAWaitThatIsTooLong(t *testing.T, hour string) {
	t.Helper()
	start, requests := time.Now(), 0
	c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		requests++
		if requests > 1 {
			answerAll(t)(w, r)
			return
		}
		w.Header().Set("Retry-After", hour)
		answer(t, w, http.StatusTooManyRequests, `{"detail":"slow down"}`)
	})
	for range 200 {
		_, err := c.Read(t.Context(), Alerts, "7")
		if e := asError(t, err); e.Status != http.StatusTooManyRequests || !strings.Contains(err.Error(), "1h0m0s") {
			t.Errorf("the error is %v", err)
		}
	}
	if _, err := c.Create(t.Context(), Alerts, Document{"name": "a"}); err == nil || mayBeProcessed(err) {
		t.Errorf("a create that was not sent gives %v", err)
	}
	if time.Since(start) != 0 || requests != 1 {
		t.Errorf("%d requests in %s, want 1 immediately", requests, time.Since(start))
	}
	time.Sleep(time.Hour - DefaultRetryMaxWait)
	if _, err := c.Read(t.Context(), Alerts, "7"); err != nil || time.Since(start) != time.Hour {
		t.Errorf("after %s the error is %v", time.Since(start), err)
	}
}

// A 503 without Retry-After may come from a proxy, and the engine may have made the object. So the client doesn't simply repeat a create.
func TestA503OfAProxy(t *testing.T) {
	for _, body := range []string{"", "<html>", `{"message":"no healthy upstream"}`} {
		synctest.Test(t, func(t *testing.T) {
			requests, written := 0, false
			c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
				requests++
				if requests == 1 {
					answer(t, w, http.StatusServiceUnavailable, body)
					return
				}
				if r.Method == http.MethodPost {
					written = requests > 2
				}
				answerAll(t)(w, r)
			})
			_, err := c.Create(t.Context(), Alerts, Document{"name": "a"})
			if err != nil || requests < 3 || !written {
				t.Errorf("answered %q: %d requests, error %v; want a look at the list before the second create", body, requests, err)
			}
			requests = 0
			if _, err := c.Read(t.Context(), Alerts, "7"); err != nil || requests != 2 {
				t.Errorf("answered %q: %d reads were sent, error %v", body, requests, err)
			}
		})
	}
}

func TestTheCallerEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := inMemory(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "30")
			answer(t, w, http.StatusServiceUnavailable, `{"detail":"not now"}`)
		})
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		start := time.Now()
		_, err := c.Create(ctx, Alerts, Document{"name": "a"})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 5*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
		if e := asError(t, err); e.Status != http.StatusServiceUnavailable {
			t.Errorf("the last answer is lost: %v", err)
		}
		var unknown *UnknownOutcomeError
		if errors.As(err, &unknown) {
			t.Errorf("a create that was refused is called unknown: %v", err)
		}
	})
}

func TestAnEndedContextSendsNothing(t *testing.T) {
	c, log := record(t, answerAll(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for op, operate := range operations {
		if err := operate(ctx, c, Components("algorithm")); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if got := log.take(); got != nil {
		t.Errorf("requests were sent: %q", got)
	}
}

// If an attempt exceeds RequestTimeout, the client repeats a read but not a create.
func TestAnAttemptThatTakesTooLongIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		c := inMemory(t, Config{RequestTimeout: 3 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("page") {
				answer(t, w, http.StatusForbidden, `{"detail":"not you"}`)
				return
			}
			requests++
			if requests == 1 {
				<-r.Context().Done()
				return
			}
			answer(t, w, http.StatusOK, `{"id":"7"}`)
		})
		if _, err := c.Read(t.Context(), Alerts, "7"); err != nil || requests != 2 {
			t.Errorf("%d requests, error %v", requests, err)
		}
		requests = 0
		_, err := c.Create(t.Context(), Alerts, Document{"name": "a"})
		var unknown *UnknownOutcomeError
		if !errors.As(err, &unknown) || !strings.Contains(err.Error(), "request_timeout") || requests != 1 {
			t.Errorf("%d requests, error %v", requests, err)
		}
	})
}

func TestRequestsPerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := inMemory(t, Config{MaxRequestsPerSecond: 4}, answerAll(t))
		start := time.Now()
		for range 9 {
			must(t, errorOf(c.Read(t.Context(), Alerts, "7")))
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("9 requests at 4 per second took %s, want 2s", took)
		}
	})
}
