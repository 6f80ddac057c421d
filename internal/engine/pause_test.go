// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestOneRefusalHoldsBackAllRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var mu sync.Mutex
		refused, early := false, 0
		c := inMemory(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if !refused {
				refused = true
				w.Header().Set("Retry-After", "20")
				answer(t, w, http.StatusTooManyRequests, `{}`)
				return
			}
			if time.Since(start) < 20*time.Second {
				early++
			}
			answer(t, w, http.StatusOK, `{"id":"7"}`)
		})
		var workers sync.WaitGroup
		read := func() {
			if _, err := c.Read(t.Context(), Alerts, "7"); err != nil {
				t.Error(err)
			}
		}
		workers.Go(read)
		synctest.Wait()
		for range 9 {
			workers.Go(read)
		}
		workers.Wait()
		if early != 0 {
			t.Errorf("%d requests were sent during the pause", early)
		}
	})
}

func TestPauseIsOnlyMadeLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		p.extend(10 * time.Second)
		p.extend(time.Second)
		if waited, err := p.wait(t.Context(), time.Minute); waited != 10*time.Second || err != nil {
			t.Errorf("waited %s, error %v", waited, err)
		}
		if waited, err := p.wait(t.Context(), time.Minute); waited != 0 || err != nil {
			t.Errorf("waited %s after the end, error %v", waited, err)
		}
	})
}

func TestPauseThatIsMadeLongerMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		p.extend(10 * time.Second)
		go func() {
			time.Sleep(5 * time.Second)
			p.extend(10 * time.Second)
		}()
		if waited, err := p.wait(t.Context(), time.Minute); waited != 15*time.Second || err != nil {
			t.Errorf("waited %s, error %v", waited, err)
		}
	})
}

func TestPauseHasItsLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pause
		p.extend(time.Hour)
		if waited, err := p.wait(t.Context(), time.Second); waited != time.Second || err != nil {
			t.Errorf("waited %s, error %v; want the limit of the caller", waited, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if _, err := p.wait(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the end of the context gave %v", err)
		}
	})
}
