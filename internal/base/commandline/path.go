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
)

// withFlag returns the text of an error. If the error is about a file or a folder that a flag names, the text has the flag and says what is
// wrong with the path: "-plan day: this is a folder, but it has to be a file". The text of Go would be "read day: is a directory".
func withFlag(cmd *cobra.Command, err error) string {
	text := err.Error()
	var wrong *fs.PathError
	if !errors.As(err, &wrong) {
		return text
	}
	flag := flagWithPath(cmd, wrong.Path)
	if flag == nil {
		return text
	}
	return strings.Replace(text, wrong.Error(), fmt.Sprintf("-%s %s: %s", flag.Name, wrong.Path, problemOf(wrong, flag)), 1)
}

// flagWithPath returns the flag to which the user gave this path, or nil if there is none.
func flagWithPath(cmd *cobra.Command, path string) (found *pflag.Flag) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, isList := flag.Value.(pflag.SliceValue); isList {
			values = list.GetSlice()
		}
		for _, value := range values {
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
