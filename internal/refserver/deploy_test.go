// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// states gives the wanted and the present state of a component.
func states(component object) string {
	return fmt.Sprint(component["deployment_active"], " ", component["deployment_status"])
}

// Without a delay start and stop reach their last state at once, in both spellings and with or without a body.
func TestStartAndStopAtOnce(t *testing.T) {
	c := serve(t, refserver.Options{})
	component := c.made("component", nil)
	if got := states(component); got != "false Stopped" {
		t.Errorf("a new component is %s", got)
	}
	for _, path := range spellings(c.path("component", component)) {
		for _, end := range []string{"/start/", "/start", "/stop", "/stop/"} {
			for _, body := range []any{object{}, nil} {
				got := states(c.must(http.StatusOK, "POST", strings.TrimSuffix(path, "/")+end, body))
				if want := map[bool]string{true: "true Running", false: "false Stopped"}[strings.Contains(end, "start")]; got != want {
					t.Errorf("after %s the component is %s, want %s", end, got, want)
				}
			}
			c.checkMethods("POST", strings.TrimSuffix(path, "/")+end)
		}
	}
	own := c.path("component", component)
	c.refused("POST", own+"start/", "[]")
	c.must(http.StatusNotFound, "POST", paths["component"]+"none/start/", object{})
	c.must(http.StatusNotFound, "POST", c.path("node", c.made("node", nil))+"start/", object{})
}

// An active component is not updated (interface section 3) but can be deleted (quirk 5).
func TestUpdateOfActiveComponent(t *testing.T) {
	c := serve(t, refserver.Options{})
	component := c.made("component", nil)
	own := c.path("component", component)
	started := c.must(http.StatusOK, "POST", own+"start/", object{})
	if got := c.must(http.StatusConflict, "PATCH", own, object{"name": "x"}); got["detail"] == nil {
		t.Errorf("the answer is %v", got)
	}
	equal(t, c.must(http.StatusOK, "GET", own, nil), asJSON(t, started))
	c.must(http.StatusOK, "POST", own+"stop/", object{})
	c.patch("component", component, object{"name": "x"})
	c.must(http.StatusOK, "POST", own+"start/", object{})
	c.must(http.StatusNoContent, "DELETE", own, nil)
}

// Every state that counts as active keeps an update away, the states at rest do not (quirk 7).
func TestStatesThatAllowAnUpdate(t *testing.T) {
	c := serve(t, refserver.Options{})
	component := c.made("component", nil)
	for status, want := range map[string]int{
		"StartRequested": 409, "Pending": 409, "Running": 409, "StopRequested": 409,
		"Stopped": 200, "Succeeded": 200, "Failed": 200, "Unknown": 200,
	} {
		err := c.server.Edit("component", text(t, component, "id"), func(doc map[string]any) { doc["deployment_status"] = status })
		if err != nil {
			t.Fatal(err)
		}
		c.must(want, "PATCH", c.path("component", component), object{"name": "x"})
	}
}

// direct serves requests without a network, as fake time needs it.
type direct struct {
	t      *testing.T
	server *refserver.Server
}

func (d direct) do(method, path string, body any) object {
	d.t.Helper()
	r := httptest.NewRequestWithContext(d.t.Context(), method, path, strings.NewReader(asJSON(d.t, body)))
	r.Header.Set("Authorization", "Service "+d.server.AccessID()+" "+d.server.SecretKey())
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	d.server.ServeHTTP(w, r)
	if w.Code >= 300 {
		d.t.Fatalf("%s %s answers %d %s", method, path, w.Code, w.Body)
	}
	return fromJSON(d.t, w.Body.String())
}

// With a delay a component passes through the states of wire shapes section 5.
func TestStatesWithDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, err := refserver.New(refserver.Options{DeployDelay: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		d := direct{t, server}
		component := d.do("POST", paths["component"], (&client{t: t}).minimal("component", nil))
		own := paths["component"] + text(t, component, "id")
		expect := func(want string) {
			t.Helper()
			synctest.Wait()
			if got := states(d.do("GET", own, nil)); got != want {
				t.Errorf("the component is %s, want %s", got, want)
			}
		}
		follow := func(states ...string) {
			t.Helper()
			for _, state := range states {
				expect(state)
				time.Sleep(time.Minute)
			}
		}
		d.do("POST", own+"/start", object{})
		follow("true StartRequested", "true Pending", "true Running", "true Running")
		d.do("POST", own+"/stop", object{})
		follow("false StopRequested", "false Stopped", "false Stopped")

		// A stop in the middle of a start takes its place.
		d.do("POST", own+"/start", object{})
		follow("true StartRequested")
		d.do("POST", own+"/stop", object{})
		follow("false StopRequested", "false Stopped", "false Stopped")

		// Nothing of a start that was stopped is left when the next one comes.
		d.do("POST", own+"/start", object{})
		time.Sleep(20 * time.Second)
		d.do("POST", own+"/stop", object{})
		time.Sleep(20 * time.Second)
		d.do("POST", own+"/start", object{})
		time.Sleep(50 * time.Second)
		expect("true StartRequested")
		time.Sleep(10 * time.Second)
		follow("true Pending", "true Running")
		d.do("POST", own+"/stop", object{})
		time.Sleep(time.Minute)
		expect("false Stopped")

		// What is requested twice goes on as it was (quirk 6).
		d.do("POST", own+"/start", object{})
		time.Sleep(30 * time.Second)
		d.do("POST", own+"/start", object{})
		time.Sleep(30 * time.Second)
		follow("true Pending", "true Running")

		// Close ends what is under way.
		d.do("POST", own+"/stop", object{})
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		expect("false StopRequested")
	})
}

// A component that is deleted in the middle of a start is gone.
func TestDeleteInTheMiddleOfAStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, err := refserver.New(refserver.Options{DeployDelay: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		d := direct{t, server}
		component := d.do("POST", paths["component"], (&client{t: t}).minimal("component", nil))
		id := text(t, component, "id")
		d.do("POST", paths["component"]+id+"/start", object{})
		if err := server.Remove("component", id); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if left := server.Objects("component"); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
}

// Every request takes as long as the latency says.
func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, err := refserver.New(refserver.Options{Latency: 3 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		direct{t, server}.do("GET", paths["node"], nil)
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("the request took %v", took)
		}
	})
}
