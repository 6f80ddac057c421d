// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
)

// readPlan reads a file with a plan or a state. It returns its alerts sorted by address, or an error if there are none.
func readPlan(file string) ([]planfile.Resource, error) {
	plan, err := planfile.Read(file)
	if err != nil {
		return nil, err
	}
	alerts := plan.Of("engine_alert")
	if len(alerts) == 0 {
		return nil, fmt.Errorf("%s has no engine_alert; it has to be what terraform show -json prints of a plan or a state", file)
	}
	return alerts, nil
}

// matches reports whether a resource address matches a glob, in which * stands for any text and ? for one character.
func matches(glob, address string) bool {
	pattern := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	return regexp.MustCompile("^(?s:" + pattern + ")$").MatchString(address)
}
