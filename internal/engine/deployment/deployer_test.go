// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func (p *pump) wantWrites(want string) {
	p.t.Helper()
	if got := strings.Join(p.writes(), " "); got != want {
		p.t.Errorf("the writes are %s, want %s", got, want)
	}
}

// TestSetsOfOneComponentWaitForEachOther checks that two calls to Set run one after the other if they are for the same component, and that
// calls for different components don't wait for each other.
func TestSetsOfOneComponentWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPump(t, "running", 10*time.Millisecond)
		other := enginetest.ID(t, enginetest.Create(t, p.client, algorithms, enginetest.Component("other")))
		p.server.ClearRequests()
		deployer := deployment.NewDeployer(p.client, nil)
		set := func(id, field string) {
			_, err := deployer.Set(t.Context(), algorithms, id, fields(engine.Document{field: "2"}))
			enginetest.Check(t, err)
		}
		var group sync.WaitGroup
		group.Go(func() { set(p.id, "version") })
		group.Go(func() { set(p.id, "description") })
		synctest.Wait()
		begin := time.Now()
		set(other, "version")
		if took := time.Since(begin); took != 0 {
			t.Errorf("the Set of a different component waited for %s", took)
		}
		group.Wait()
		p.wantWrites("stop PATCH PATCH start stop PATCH start")
	})
}

// TestWaitForOtherSetEndsWithContext calls Set and Delete with a canceled context while another Set updates the component. Both calls must
// return immediately and send no requests. The canceled Set has Change.Owed, so it should start the component. Because it can't, it must
// return Result.Owed.
func TestWaitForOtherSetEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPump(t, "stopped", 0)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		update := fields(engine.Document{"version": "2"})
		owing := update
		owing.Owed = true
		deployer := deployment.NewDeployer(p.client, nil)
		asked := false
		p.server.Before(func(r *http.Request) {
			if !matches("update")(r) {
				return
			}
			asked = true
			if result, err := deployer.Set(ended, algorithms, p.id, owing); !errors.Is(err, context.Canceled) || !result.Owed {
				t.Errorf("Set: %+v, error %v", result, err)
			}
			if _, err := deployer.Delete(ended, algorithms, p.id); !errors.Is(err, context.Canceled) {
				t.Errorf("Delete: error %v", err)
			}
		})
		_, err := deployer.Set(t.Context(), algorithms, p.id, update)
		enginetest.Must(t, err)
		if p.wantWrites("PATCH"); !asked {
			t.Error("there was no update")
		}
	})
}

func TestStatusInAnyCase(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"StartRequested", "Pending", "Running", "Succeeded", "Failed", "StopRequested"} {
		if got := deployment.Status(engine.Document{"deployment_status": strings.ToUpper(status)}); got != status {
			t.Errorf("%s is read as %s", strings.ToUpper(status), got)
		}
	}
}

// TestIsRunningByStatus checks that IsRunning uses deployment_status if a document lacks deployment_active.
func TestIsRunningByStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[string][2]bool{"": {false, false}, "Running": {true, true}, "Stopped": {false, true}} {
		if runs, known := deployment.IsRunning(engine.Document{"deployment_status": status}); [2]bool{runs, known} != want {
			t.Errorf("%q: runs %t, known %t", status, runs, known)
		}
	}
}
