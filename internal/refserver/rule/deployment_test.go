// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

func states(component Object) string {
	return fmt.Sprint(component["deployment_active"], " ", component["deployment_status"])
}

func TestScripts(t *testing.T) { servertest.RunScripts(t, "testdata/*.txtar") }

// TestStatesWithDelay checks that with a deploy delay, a component passes through all deployment statuses (interface document, section 5 of
// "Wire shapes").
func TestStatesWithDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := servertest.StartDirect(t, refserver.Options{DeployDelay: time.Minute})
		component := d.Do("POST", servertest.Paths["component"], (&servertest.Client{T: t}).MinimalBody("component", nil))
		own := servertest.Paths["component"] + servertest.Text(t, component, "id")
		expect := func(want string) {
			t.Helper()
			synctest.Wait()
			if got := states(d.Do("GET", own, nil)); got != want {
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
		d.Do("POST", own+"/start", Object{})
		follow("true StartRequested", "true Pending", "true Running", "true Running")
		d.Do("POST", own+"/stop", Object{})
		follow("false StopRequested", "false Stopped", "false Stopped")

		// A stop cancels an unfinished start.
		d.Do("POST", own+"/start", Object{})
		follow("true StartRequested")
		d.Do("POST", own+"/stop", Object{})
		follow("false StopRequested", "false Stopped", "false Stopped")

		// After a start, a stop and another start, the timer from the first start must not change the status.
		d.Do("POST", own+"/start", Object{})
		time.Sleep(20 * time.Second)
		d.Do("POST", own+"/stop", Object{})
		time.Sleep(20 * time.Second)
		d.Do("POST", own+"/start", Object{})
		time.Sleep(50 * time.Second)
		expect("true StartRequested")
		time.Sleep(10 * time.Second)
		follow("true Pending", "true Running")
		d.Do("POST", own+"/stop", Object{})
		time.Sleep(time.Minute)
		expect("false Stopped")

		// A repeated start has no effect while the component is starting (quirk 6 in quirks.go).
		d.Do("POST", own+"/start", Object{})
		time.Sleep(30 * time.Second)
		d.Do("POST", own+"/start", Object{})
		time.Sleep(30 * time.Second)
		follow("true Pending", "true Running")

		// When the server is closed, a component that is being stopped keeps its status StopRequested.
		d.Do("POST", own+"/stop", Object{})
		if err := d.Server.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		expect("false StopRequested")
	})
}

// TestDeleteInTheMiddleOfAStart checks that a component that is deleted while it is starting does not reappear.
func TestDeleteInTheMiddleOfAStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := servertest.StartDirect(t, refserver.Options{DeployDelay: time.Minute})
		component := d.Do("POST", servertest.Paths["component"], (&servertest.Client{T: t}).MinimalBody("component", nil))
		id := servertest.Text(t, component, "id")
		d.Do("POST", servertest.Paths["component"]+id+"/start", Object{})
		if err := d.Server.Remove("component", id); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if left := d.Server.Objects("component"); len(left) > 0 {
			t.Errorf("there is %v", left)
		}
	})
}

// TestDeploymentGoesOnAfterRestart checks that a component that is starting when the server is restarted still reaches Running.
func TestDeploymentGoesOnAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		options := refserver.Options{Data: filepath.Join(t.TempDir(), "data"), DeployDelay: time.Minute}
		d := servertest.StartDirect(t, options)
		component := d.Do("POST", servertest.Paths["component"], (&servertest.Client{T: t}).MinimalBody("component", nil))
		own := servertest.Paths["component"] + servertest.Text(t, component, "id")
		d.Do("POST", own+"/start", Object{})
		for _, want := range []string{"true StartRequested", "true Pending", "true Running", "true Running"} {
			synctest.Wait()
			if err := d.Server.Close(); err != nil {
				t.Fatal(err)
			}
			d = servertest.StartDirect(t, options)
			if got := states(d.Do("GET", own, nil)); got != want {
				t.Errorf("the component is %s, want %s", got, want)
			}
			time.Sleep(time.Minute)
		}
	})
}
