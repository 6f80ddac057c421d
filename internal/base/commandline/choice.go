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

// Choices sets the values that a flag's help and shell completion offer. It does not reject other values, because a listed value may be
// followed by more characters, as in -habit small-pages=1. To reject other values, call CheckName.
func Choices(cmd *cobra.Command, flag string, names ...string) {
	annotate(cmd, flag, choices, names)
	suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp, names...)
}

// ChoiceList is like Choices, but for a flag that accepts a comma-separated list of names. The exclusive value, such as "none", can't be
// combined with others.
func ChoiceList(cmd *cobra.Command, flag, exclusive string, names ...string) {
	all := append(slices.Clone(names), exclusive)
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

// CheckName returns an error if name is unknown. The error says what kind of name it is, such as "habit", and suggests a similar name.
func CheckName(kind, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return &unknownName{kind, name, known}
}

// unknownName is the error for an unknown name, such as a misspelled flag. If no known name is similar, report() prints all known names.
type unknownName struct {
	kind, name string
	known      []string
}

func (u *unknownName) Error() string {
	name := fmt.Sprintf("%q", u.name)
	if u.kind == "option" {
		name = "-" + u.name
	}
	message := fmt.Sprintf("there is no %s %s; ", u.kind, name)
	if meant := nearest.Name(u.name, u.known); meant != "" {
		return message + "did you mean " + meant + "?"
	}
	return message + "there are:"
}
