// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
)

func TestGlobs(t *testing.T) {
	t.Parallel()
	for pattern, names := range map[string][2]string{
		"Pump *": {"Pump 1/2", "A Pump 1"}, "?": {"ü", "ab"}, "a.c": {"a.c", "abc"}, "*": {"", "-"}, "[a]": {"[a]", "a"},
	} {
		g := commandline.Glob(pattern)
		if !g.MatchString(names[0]) || pattern != "*" && g.MatchString(names[1]) {
			t.Errorf("%s: %q %t, %q %t", pattern, names[0], g.MatchString(names[0]), names[1], g.MatchString(names[1]))
		}
	}
}
