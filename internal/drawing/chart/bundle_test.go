// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The script with ECharts and its sources must not have changed since the last "make bundle".
func TestBundle(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	sums, err := os.ReadFile("bundle/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for scanner := bufio.NewScanner(bytes.NewReader(sums)); scanner.Scan(); lines++ {
		sum, name, ok := strings.Cut(scanner.Text(), "  ")
		if !ok { // the module esbuild and its version
			modules, err := os.ReadFile(filepath.Join(root, "tools/go.mod"))
			if err != nil || !strings.Contains(string(modules), scanner.Text()+"\n") {
				t.Errorf("tools/go.mod has another version than %s; run make bundle (%v)", scanner.Text(), err)
			}
			continue
		}
		file := filepath.Join("bundle", name)
		if strings.HasPrefix(name, "tools/") {
			file = filepath.Join(root, name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != sum {
			t.Errorf("%s has changed since the last make bundle", name)
		}
	}
	if lines != 7 {
		t.Errorf("SHA256SUMS has %d lines", lines)
	}
}

func TestPicturesInOtherTimeZones(t *testing.T) {
	t.Parallel()
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPictures$")
	again.Env = append(os.Environ(), "TZ=Asia/Kathmandu", "LANG=ar_EG.UTF-8")
	if output, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v: %.2000s", err, output)
	}
}

// Texts in declared colors must be readable on light and dark pages.
func TestLegible(t *testing.T) {
	t.Parallel()
	for _, theme := range []Theme{Light(), Dark()} {
		for _, color := range []string{"#000000", "#ffffff", "#008000", "#ffff00", "#0000ff", "#cc0000", "#808080"} {
			if got := legible(color, theme); contrast(got, theme.Ground) < leastContrast {
				t.Errorf("%s on the theme %s becomes %s", color, theme.Name, got)
			}
		}
	}
	if got := contrast("#000000", "#ffffff"); got < 20.99 || got > 21.01 {
		t.Errorf("the contrast of black and white is %v", got)
	}
}
