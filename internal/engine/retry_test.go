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
