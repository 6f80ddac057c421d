// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// withFlag returns the text of an error. If the error is about a file or a folder that a flag names, the text has the flag and says what is
// wrong with the path: "-plan day: this is a folder, but it has to be a file". The text of Go would be "read day: is a directory".
// Line breaks in the user's values are escaped, so that no value can forge a line of output.
func withFlag(cmd *cobra.Command, err error) string {
	text := err.Error()
	var wrong *fs.PathError
	if errors.As(err, &wrong) {
		if flag := flagWithPath(cmd, wrong.Path); flag != nil {
			text = strings.Replace(text, wrong.Error(), fmt.Sprintf("-%s %s: %s", flag.Name, wrong.Path, problemOf(wrong, flag)), 1)
		}
		text = strings.ReplaceAll(text, wrong.Path, document.Visible(wrong.Path))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		for _, value := range valuesOf(flag) {
			if strings.Contains(value, "\n") {
				text = strings.ReplaceAll(text, value, document.Visible(value))
			}
		}
	})
	return text
}

func valuesOf(flag *pflag.Flag) []string {
	if list, isList := flag.Value.(pflag.SliceValue); isList {
		return list.GetSlice()
	}
	return []string{flag.Value.String()}
}

// flagWithPath returns the flag to which the user gave this path, or nil if there is none.
func flagWithPath(cmd *cobra.Command, path string) (found *pflag.Flag) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		for _, value := range valuesOf(flag) {
			if found == nil && value == path {
				found = flag
			}
		}
	})
	return found
}

// problemOf says what is wrong with the path of a flag. It looks at the path again, because the errors of operating systems differ.
func problemOf(wrong *fs.PathError, flag *pflag.Flag) string {
	wanted, other := "file", "folder"
	if isFolder(flag) {
		wanted, other = other, wanted
	}
	info, err := os.Stat(wrong.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such " + wanted
	case err == nil && info.IsDir() != isFolder(flag):
		return fmt.Sprintf("this is a %s, but it has to be a %s", other, wanted)
	}
	return wrong.Err.Error()
}
