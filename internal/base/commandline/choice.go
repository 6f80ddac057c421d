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

// choices is the annotation of a flag with the names that it accepts.
const choices = "choices"

// Choices says which names a flag accepts. The help lists them, and shells complete them. The value of the flag may go on after "=", as in
// -habit small-pages=1; so the flag itself has to check it, with CheckName.
func Choices(cmd *cobra.Command, flag string, names ...string) {
	annotate(cmd, flag, choices, names...)
	suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp, names...)
}

// ChoiceList is like Choices, but for a flag that accepts several names, separated by commas. Shells do not complete alone after a comma,
// because this name cannot stand with others.
func ChoiceList(cmd *cobra.Command, flag, alone string, names ...string) {
	all := append(slices.Clone(names), alone)
	annotate(cmd, flag, choices, all...)
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

// CheckName returns an error if a name is not one of the known names. The error names a similar one, if there is one; what is a word such
// as "habit".
func CheckName(what, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return &unknownName{what, name, known}
}

// unknownName is the error for a name that does not exist, such as that of a flag.
type unknownName struct {
	what, name string
	known      []string
}

// Error returns what does not exist and a similar name. If there is none, the caller prints all names below.
func (u *unknownName) Error() string {
	name := fmt.Sprintf("%q", u.name)
	if u.what == "flag" {
		name = "-" + u.name
	}
	text := fmt.Sprintf("there is no %s %s; ", u.what, name)
	if meant := nearest.Name(u.name, u.known); meant != "" {
		return text + "did you mean " + meant + "?"
	}
	return text + "there are:"
}
