// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

const module = "github.com/engine-platform/terraform-provider-engine/"

type event struct {
	Action, Package, Test, Output string
}

// test identifies a test by its name and the folder of its package, relative to the module's root.
type test struct{ folder, name string }

func (t test) String() string { return t.folder + " " + t.name }

type report struct {
	out     io.Writer
	reasons map[test]string // why tests may be skipped
	written map[test]*strings.Builder
	skipped []test
	seen    map[test]bool
	failed  bool
}

func newReport(out io.Writer, reasons map[test]string) *report {
	return &report{out: out, reasons: reasons, written: map[test]*strings.Builder{}, seen: map[test]bool{}}
}

// read reads the output of `go test -json`. It returns an error if a test failed, if no test ran, if a test was skipped that skips.txt does
// not list, or if skips.txt lists a test that did not run.
func (r *report) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			if err := r.add(line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return r.verdict()
		}
		if err != nil {
			return err
		}
	}
}

// add processes one line of the output. A line that is not JSON, such as an error of the compiler, is printed unchanged.
func (r *report) add(line string) error {
	var e event
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		_, err := io.WriteString(r.out, line)
		return err
	}
	folder := strings.TrimSuffix(strings.TrimPrefix(e.Package+"/", module), "/")
	t := test{cmp.Or(folder, "."), e.Test}
	r.seen[t] = true
	if r.written[t] == nil {
		r.written[t] = &strings.Builder{}
	}
	switch e.Action {
	case "output":
		if e.Output == "PASS\n" || strings.HasPrefix(e.Output, "=== ") { // Only -v prints these.
			return nil
		}
		if e.Test != "" {
			r.written[t].WriteString(e.Output)
			return nil
		}
		return r.printResult(e.Output)
	case "build-output":
		return r.print(e.Output)
	case "fail", "build-fail":
		r.failed = true
		return r.print(r.written[t].String())
	case "skip":
		if e.Test != "" {
			r.skipped = append(r.skipped, t)
		}
	}
	return nil
}

func (r *report) print(text string) error {
	_, err := io.WriteString(r.out, text)
	return err
}

// printResult prints a line about a package. It leaves out the coverage of the one package, which would be followed by the patterns of
// all covered packages: the summary has the coverage of all tests together.
func (r *report) printResult(line string) error {
	if strings.HasPrefix(line, "coverage: ") {
		return nil
	}
	if result, _, found := strings.Cut(line, "\tcoverage: "); found {
		line = result + "\n"
	}
	return r.print(line)
}

func (r *report) verdict() error {
	var errs []error
	for _, t := range r.skipped {
		if _, ok := r.reasons[t]; !ok {
			errs = append(errs, fmt.Errorf("%s was skipped, but internal/development/testrun/skips.txt gives no reason:\n%s", t, r.written[t]))
		}
	}
	for t := range r.reasons {
		if !r.seen[t] && !r.failed { // A package that fails to build reports no tests.
			errs = append(errs, fmt.Errorf("internal/development/testrun/skips.txt gives a reason for %s, which is no test", t))
		}
	}
	if r.failed {
		errs = append(errs, errors.New("a test failed"))
	}
	if len(r.seen) == 0 {
		return errors.New("nothing was tested")
	}
	return errors.Join(errs...)
}

// parseReasons parses skips.txt. Each line has the folder of a package, the name of a test, and the reason why this test may be skipped.
func parseReasons(text string) (map[test]string, error) {
	reasons := map[test]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.SplitN(line, " ", 3)
		if len(words) < 3 {
			return nil, fmt.Errorf("skips.txt: %q needs a package, a test and a reason", line)
		}
		reasons[test{words[0], words[1]}] = words[2]
	}
	return reasons, nil
}
