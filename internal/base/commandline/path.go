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

// withFlag returns an error's message. If the error is about the path in a flag's value, the message names the flag and explains the
// problem. For example, it is "-plan day: this is a directory, but it has to be a file" instead of Go's "read day: is a directory".
// withFlag escapes line breaks in the user's values, because they could forge a line of output.
func withFlag(cmd *cobra.Command, err error) string {
	message := err.Error()
	var failed *fs.PathError
	isPath := errors.As(err, &failed)
	var named *pflag.Flag
	var multiline []string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, isList := flag.Value.(pflag.SliceValue); isList {
			values = list.GetSlice()
		}
		for _, value := range values {
			if isPath && named == nil && value == failed.Path {
				named = flag
			}
			if strings.Contains(value, "\n") {
				multiline = append(multiline, value)
			}
		}
	})
	if named != nil {
		problem := fmt.Sprintf("-%s %s: %s", named.Name, failed.Path, pathProblem(failed, named))
		message = strings.Replace(message, failed.Error(), problem, 1)
	}
	if isPath {
		multiline = append(multiline, failed.Path)
	}
	for _, value := range multiline {
		message = strings.ReplaceAll(message, value, document.Visible(value))
	}
	return message
}

// pathProblem explains why a flag's path can't be used. It examines the path again, because errors differ between operating systems.
func pathProblem(failed *fs.PathError, flag *pflag.Flag) string {
	wanted, other := "file", "directory"
	_, isDirectory := flag.Annotations[cobra.BashCompSubdirsInDir]
	if isDirectory {
		wanted, other = other, wanted
	}
	info, err := os.Stat(failed.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such " + wanted
	case err == nil && info.IsDir() != isDirectory:
		return fmt.Sprintf("this is a %s, but it has to be a %s", other, wanted)
	}
	return failed.Err.Error()
}
