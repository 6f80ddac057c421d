// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestFaults(t *testing.T) {
	node := Object{"name": "n", "type": "t"}
	for name, test := range map[string]struct {
		fault refserver.Fault
		want  string
		made  int
	}{
		"status":        {fault: refserver.Fault{Status: 503}, want: "503", made: 0},
		"dropped first": {fault: refserver.Fault{Drop: refserver.DropBefore}, want: "dropped", made: 0},
		"dropped after": {fault: refserver.Fault{Drop: refserver.DropAfter}, want: "dropped", made: 1},
		"cut body":      {fault: refserver.Fault{CutBody: true}, want: "cut", made: 1},
		"cut fault":     {fault: refserver.Fault{CutBody: true, Status: 502, Body: `{"detail":"x"}`}, want: "cut", made: 0},
		"status after":  {fault: refserver.Fault{Status: 502, AfterWrite: true}, want: "502", made: 1},
		"header alone":  {fault: refserver.Fault{Header: http.Header{"A": {"b"}}}, want: "201", made: 1},
		"other method":  {fault: refserver.Fault{Status: 503, Method: "GET"}, want: "201", made: 1},
		"other path":    {fault: refserver.Fault{Status: 503, PathPrefix: "/v3/engine/alert/"}, want: "201", made: 1},
		"no match":      {fault: refserver.Fault{Status: 503, Match: func(*http.Request) bool { return false }}, want: "201", made: 1},
		"all that fits": {fault: refserver.Fault{
			Status: 418, Method: "POST", PathPrefix: "/v3/engine/compute/",
			Match: func(r *http.Request) bool { return r.ContentLength > 0 },
		}, want: "418", made: 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{})
			remove := c.Server.Fail(test.fault)
			if got := c.Attempt("POST", servertest.Paths["node"], node); got != test.want {
				t.Errorf("the attempt ends with %s, want %s", got, test.want)
			}
			if made := len(c.Server.Objects("node")); made != test.made {
				t.Errorf("%d nodes are made, want %d", made, test.made)
			}
			remove()
			c.Create("node", node)
		})
	}
}

func TestFaultResponse(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	defer c.Server.Fail(refserver.Fault{
		Method: "GET", Status: 429, Body: "slow down", Header: http.Header{"Retry-After": {"7"}, "Content-Type": {"text/plain"}},
	})()
	got := c.Do("GET", servertest.Paths["node"], nil)
	if got.Status != 429 || got.Body != "slow down" || got.Header.Get("Retry-After") != "7" || got.Header.Get("Content-Type") != "text/plain" {
		t.Errorf("%d %q %v", got.Status, got.Body, got.Header)
	}
}

// TestFaultTimes checks that a fault whose field Times is 2 affects exactly two requests. After that, the next fault in the list applies.
func TestFaultTimes(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	c.Server.Fail(refserver.Fault{Method: "GET", Status: 503, Times: 2})
	removeSecond := c.Server.Fail(refserver.Fault{Status: 502})
	var got []string
	for range 4 {
		got = append(got, c.Attempt("GET", servertest.Paths["node"], nil))
	}
	removeSecond()
	got = append(got, c.Attempt("GET", servertest.Paths["node"], nil))
	if want := []string{"503", "503", "502", "502", "200"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFaultDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := servertest.StartDirect(t, refserver.Options{})
		d.Server.Fail(refserver.Fault{Delay: time.Minute, Times: 1})
		start := time.Now()
		for range 2 {
			d.Do("GET", servertest.Paths["node"], nil)
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("the requests took %v", took)
		}
	})
}

// TestRandomFaults checks that with a FaultRate of 0.5, about half of the requests fail, and that every kind of failure occurs. If a
// request gets a 502 or 504, the server must have processed it in about two thirds of the cases. The same seed must make the same requests
// fail.
func TestRandomFaults(t *testing.T) {
	t.Parallel()
	run := func(rate float64, seed uint64) (results []string, count map[string]int) {
		c := servertest.Serve(t, refserver.Options{FaultRate: rate, Seed: seed})
		made := 0
		count = map[string]int{}
		for range 200 {
			result := c.Attempt("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
			if now := len(c.Server.Objects("node")); now > made {
				result, made = result+" made", now
			}
			results = append(results, result)
			count[result]++
		}
		return results, count
	}
	first, count := run(0.5, 7)
	again, _ := run(0.5, 7)
	if !slices.Equal(first, again) {
		t.Error("the same seed produces different faults")
	}
	if other, _ := run(0.5, 8); slices.Equal(first, other) {
		t.Error("a different seed produces the same faults")
	}
	if good := count["201 made"]; good < 60 || good > 140 {
		t.Errorf("%d good responses: %v", good, count)
	}
	_, count = run(1, 1)
	// "made" means that the server created the object. A delayed response is otherwise normal, so it counts as "201 made".
	for _, kind := range []string{"502", "502 made", "503", "504", "504 made", "429", "dropped", "dropped made", "cut made", "201 made"} {
		if count[kind] == 0 {
			t.Errorf("the faults are %v, without %s", count, kind)
		}
	}
	before, after := count["502"]+count["504"], count["502 made"]+count["504 made"]
	if before >= after || after > 4*before || count["503 made"]+count["429 made"] > 0 {
		t.Errorf("%d gateway faults come before the write and %d after it: %v", before, after, count)
	}
}

// TestRandomFaultHeader checks that random 429 responses have a Retry-After header of 0 or 1, or none.
func TestRandomFaultHeader(t *testing.T) {
	t.Parallel()
	c := servertest.Serve(t, refserver.Options{FaultRate: 1, Seed: 1})
	seen := map[string]bool{}
	for range 100 {
		if got, err := c.SendOnce(c.Request("GET", servertest.Paths["node"], nil)); err == nil {
			seen[fmt.Sprintf("%d %s", got.Status, got.Header.Get("Retry-After"))] = true
		}
	}
	for _, want := range []string{"502 ", "503 ", "504 ", "429 0", "429 1", "429 "} {
		if !seen[want] {
			t.Errorf("%s is not among %v", want, seen)
		}
	}
}
