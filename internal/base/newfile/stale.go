// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package newfile

import (
	"os"
	"path/filepath"
	"regexp"
)

const ending = ".new"

// isTemporary reports whether a file has a name that temporary returns. rand.Text returns 26 characters of the base32 alphabet.
var isTemporary = regexp.MustCompile(`.\.[A-Z2-7]{26}\` + ending + `$`).MatchString

// lockDirectories locks the directories of all files until unlock is called. It first removes the temporary files of killed runs from each
// directory that no other run has locked.
func lockDirectories(root *os.Root, files []File) (unlock func()) {
	names := map[string]bool{".": true}
	for _, f := range files {
		names[filepath.Dir(filepath.FromSlash(f.Name))] = true
	}
	var locked []*os.File
	for name := range names {
		directory, err := root.Open(name)
		if err != nil {
			continue // Write fails at this directory.
		}
		locked = append(locked, directory)
		if lock(directory, true) {
			removeTemporary(root, directory, name)
		}
		lock(directory, false)
	}
	return func() {
		for _, directory := range locked {
			_ = directory.Close() // ends the lock
		}
	}
}

func removeTemporary(root *os.Root, directory *os.File, name string) {
	entries, _ := directory.ReadDir(-1) // Leftovers that can't be removed do no harm.
	for _, entry := range entries {
		if entry.Type().IsRegular() && isTemporary(entry.Name()) {
			_ = root.Remove(filepath.Join(name, entry.Name()))
		}
	}
}
