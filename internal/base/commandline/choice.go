// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/base/nearest"
)

const choices = "choices"

// Choices sets the flag values that help and shell completion list. To validate the flag, call CheckName. Choices can't do that, because
// more text may follow a value, as in -habit small-pages=1.
func Choices(cmd *cobra.Command, flag string, names ...string) {
	annotate(cmd, flag, choices, names)
	suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp, names...)
}

// ChoiceList is like Choices, but for a flag that accepts a comma-separated list of names. The argument alone is a value, such as "none",
// that can't be combined with others.
func ChoiceList(cmd *cobra.Command, flag, alone string, names ...string) {
	all := append(slices.Clone(names), alone)
	annotate(cmd, flag, choices, all)
	suggestFor(cmd, flag, cobra.ShellCompDirectiveNoFileComp, func(typed string) []string {
		comma := strings.LastIndex(typed, ",")
		if comma < 0 {
			return all
		}
		var lists []string
		begun := strings.Split(typed[:comma], ",")
		for _, name := range names {
			if !slices.Contains(begun, name) {
				lists = append(lists, typed[:comma+1]+name)
			}
		}
		return lists
	})
}

// CheckName returns an error if name is not in known. The error suggests a similar name. The argument what names its kind ("habit").
func CheckName(what, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return &unknownName{what, name, known}
}

// unknownName is the error for an unknown name, such as a misspelled flag. If none is similar, the function report lists all known names.
type unknownName struct {
	what, name string
	known      []string
}

func (u *unknownName) Error() string {
	name := fmt.Sprintf("%q", u.name)
	if u.what == "option" {
		name = "-" + u.name
	}
	message := fmt.Sprintf("there is no %s %s; ", u.what, name)
	if meant := nearest.Name(u.name, u.known); meant != "" {
		return message + "did you mean " + meant + "?"
	}
	return message + "there are:"
}
