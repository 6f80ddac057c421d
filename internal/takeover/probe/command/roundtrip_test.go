// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

// profileOf probes a server, which makes and deletes objects on it.
func profileOf(t *testing.T, options refserver.Options) *profile.Profile {
	t.Helper()
	served := servertest.Serve(t, options)
	client, err := engine.New(engine.Config{
		BaseURL: served.URL, AccessID: served.Server.AccessID(), SecretKey: served.Server.SecretKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := probe.Run(t.Context(), probe.Options{Client: client, Write: true})
	if err != nil {
		t.Fatal(err)
	}
	p := newProfile(report)
	text, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	if p, err = profile.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return p
}

// repeatable returns the part of a profile that a second run must find again. It lacks the parameters that are measured (times and shares),
// and what is undetermined: the second server does not have those habits, so that less is undetermined about it.
func repeatable(p *profile.Profile) *profile.Profile {
	named := *p
	named.Habits, named.Undetermined = slices.Clone(p.Habits), nil
	for i, name := range named.Habits {
		if base, _, _ := strings.Cut(name, "="); isMeasured(base) {
			named.Habits[i] = base
		}
	}
	return &named
}

func isMeasured(name string) bool {
	return name == "late-creates" || name == "late-updates"
}

// A server with the profile of a first server must have the same profile.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(23, 1))
	names := habit.Names()
	for range 8 {
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		habits := slices.Sorted(slices.Values(names[:3]))
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			t.Parallel()
			checkRoundTrip(t, refserver.Options{Habits: habits})
		})
	}
}

func checkRoundTrip(t *testing.T, options refserver.Options) {
	t.Helper()
	first := profileOf(t, options)
	if ignored := refserver.Ignored(first); len(ignored) > 0 {
		t.Errorf("the server ignores %v", ignored)
	}
	second := profileOf(t, refserver.Options{Like: first})
	if diff := cmp.Diff(repeatable(first), repeatable(second)); diff != "" {
		t.Errorf("-first +second:\n%s", diff)
	}
}
