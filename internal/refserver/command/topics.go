// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// HabitHelp returns the help topic about habits: the deviations from INTERFACE.md that -habit turns on.
func HabitHelp() *cobra.Command {
	var text strings.Builder
	text.WriteString(`
The reference server behaves as the interface document of the engine suggests. Real engines may differ. Each habit is one way in which
they differ. To choose a habit, run:

  terraform-provider-engine reference-server -habit small-pages=1

A value after = is the parameter of the habit. Without a parameter, the habit uses the value below.

`)
	for _, h := range habit.All() {
		name := h.Name
		if h.Default != "" {
			name += "=" + h.Default
		}
		text.WriteString(name + "\t" + h.Summary + "\n")
	}
	return &cobra.Command{Use: "habits", Short: "how the reference server can behave differently (-habit)", Long: text.String()}
}

// ControlHelp returns the help topic about the control API, through which tests control the server.
func ControlHelp() *cobra.Command {
	return &cobra.Command{
		Use: "control-api", Short: "how tests control the reference server (-control)",
		Long: `With -control, tests control the reference server on a second address, the variable ENGINE_CONTROL_URL, with the header
"authorization: Bearer TOKEN". TOKEN is the variable ENGINE_CONTROL_TOKEN. Bodies are JSON; INTERFACE.md in the sources describes them.

` + control.Usage(),
	}
}
