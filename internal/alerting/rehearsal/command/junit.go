// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"encoding/xml"
	"os"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class    string         `xml:"classname,attr"`
	Name     string         `xml:"name,attr"`
	Failures []junitFailure `xml:"failure"`
	Output   string         `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
}

// writeJUnit writes a JUnit report to the -junit file, if this option is set. The first test case lists the violations that do not concern
// a specific alert.
func (set settings) writeJUnit(results []alertResult, violations []finding) error {
	if set.junit == "" {
		return nil
	}
	suite := junitSuite{Name: "rehearse"}
	add := func(name, address, output string) {
		c := junitCase{Class: suite.Name, Name: name, Output: output}
		for _, f := range violations {
			if f.address == address {
				c.Failures = append(c.Failures, junitFailure{f.message})
			}
		}
		suite.Failures += min(1, len(c.Failures))
		suite.Cases = append(suite.Cases, c)
	}
	add("all alerts", "", "")
	for _, r := range results {
		if r.Change != removed {
			add(r.Address, r.Address, r.Summary)
		}
	}
	suite.Tests = len(suite.Cases)
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(set.junit, append([]byte(xml.Header), append(text, '\n')...), 0o644) //nolint:gosec // CI systems read it.
}
