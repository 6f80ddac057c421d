// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Chartbundle writes the script that draws charts: one file with the parts of ECharts that entry.js names. "make bundle" runs npm first,
// which puts the packages of package-lock.json into node_modules.
//
//	chartbundle FOLDER
//
// It writes echarts.js, the licenses of the packages in it, and SHA256SUMS to FOLDER. A test compares SHA256SUMS with the files.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: chartbundle FOLDER")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "chartbundle: %v\n", err)
		os.Exit(1)
	}
}

// source is the folder of this program. The path is relative to the folder tools, in which the program runs.
const source = "chartbundle"

func build(folder string) error {
	licenses, err := licenses("echarts", "zrender", "tslib")
	if err != nil {
		return err
	}
	script, err := bundle()
	if err != nil {
		return err
	}
	inputs, err := inputs()
	if err != nil {
		return err
	}
	sums := fmt.Sprintf("%x  echarts.js\n%x  LICENSES\n%s", sha256.Sum256(script), sha256.Sum256(licenses), inputs)
	return errors.Join(
		os.WriteFile(filepath.Join(folder, "echarts.js"), script, 0o644),
		os.WriteFile(filepath.Join(folder, "LICENSES"), licenses, 0o644),
		os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums), 0o644),
	)
}

// bundle makes one script that sets the global variable "echarts". goja knows ECMAScript 2015, and so does every browser.
func bundle() ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{filepath.Join(source, "entry.js")},
		Bundle:            true,
		Format:            api.FormatIIFE,
		GlobalName:        "echarts",
		Target:            api.ES2015,
		Charset:           api.CharsetASCII,
		LegalComments:     api.LegalCommentsNone, // LICENSES has the licenses.
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Define:            map[string]string{"process.env.NODE_ENV": `"production"`},
		Plugins:           []api.Plugin{safeCache()},
		Banner:            map[string]string{"js": "/* Apache ECharts, zrender, tslib: see LICENSES. Made by make bundle. */"},
	})
	for _, message := range result.Errors {
		return nil, fmt.Errorf("esbuild: %s", message.Text)
	}
	return result.OutputFiles[0].Contents, nil
}

// safeCache repairs the cache in which zrender, a part of ECharts, keeps the widths of texts. The original cache uses texts as keys of a
// plain JavaScript object. The text "__proto__" then changes the prototype of all objects and breaks every later chart.
func safeCache() api.Plugin {
	return api.Plugin{Name: "safe-cache", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `/zrender/lib/core/LRU\.js$`}, func(file api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(file.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			const wrong, right = "this._map = {};", "this._map = Object.create(null);"
			if strings.Count(string(text), wrong) != 2 {
				return api.OnLoadResult{}, errors.New("the cache of zrender looks different now: see whether it is safe")
			}
			mended := strings.ReplaceAll(string(text), wrong, right)
			return api.OnLoadResult{Contents: &mended}, nil
		})
	}}
}

// inputs returns a line for each thing that the bundle is made from: our files, and the version of esbuild.
func inputs() (string, error) {
	var lines strings.Builder
	for _, name := range []string{"entry.js", "main.go", "package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&lines, "%x  tools/chartbundle/%s\n", sha256.Sum256(text), name)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("the program does not know its modules")
	}
	for _, module := range info.Deps {
		if module.Path == "github.com/evanw/esbuild" {
			fmt.Fprintf(&lines, "%s %s\n", module.Path, module.Version)
		}
	}
	return lines.String(), nil
}

// licenses joins the licenses of npm packages to one text.
func licenses(packages ...string) ([]byte, error) {
	var text strings.Builder
	for _, name := range packages {
		folder := filepath.Join(source, "node_modules", name)
		var about struct{ Version, License string }
		description, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(description, &about); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&text, "=== %s %s (%s) ===\n\n", name, about.Version, about.License)
		for _, file := range []string{"NOTICE", "LICENSE", "LICENSE.txt", "licenses/LICENSE-d3"} {
			part, err := os.ReadFile(filepath.Join(folder, file))
			switch {
			case errors.Is(err, os.ErrNotExist):
			case err != nil:
				return nil, err
			default:
				fmt.Fprintf(&text, "%s\n\n", strings.TrimSpace(strings.ReplaceAll(string(part), "\r\n", "\n")))
			}
		}
	}
	return []byte(text.String()), nil
}
