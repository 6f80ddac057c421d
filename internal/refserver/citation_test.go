// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const interfaceFile = "table/INTERFACE.md"

var (
	// number is a regular expression for one number, such as 37 or 2.3. numbers is one for a list of them, such as "2.3, 2.6 and 2.8".
	number  = `\d+(?:\.\d+)?`
	numbers = `(?P<numbers>` + number + `(?:(?:,? and |,? to |, )` + number + `)*)`
	// sectionCited matches citations of sections in INTERFACE.md. Only two parts of that file, "Interface" and "Wire shapes", have numbered
	// sections. Comments write "section 5 of "Wire shapes"", and tables write "wire shapes, section 5". A citation without a part, such as
	// "section 5", refers to "Interface".
	sectionCited = regexp.MustCompile(`(?i)\b(?:(wire shapes)(?: page)?,? )?sections? ` + numbers + `(?: of "(wire shapes))?`)
	quirkCited   = regexp.MustCompile(`(?i)\bquirks? ` + numbers)
	heading      = regexp.MustCompile(`(?m)^(##|###|####) (?:(\d+)\. |(\d+\.\d+) |)(.*)$`)
	quirkListed  = regexp.MustCompile(`(?m)^//\t *(\d+)  `)
	// wrapped matches a line break inside a comment, including the comment marker of the next line.
	wrapped = regexp.MustCompile(`\n\s*(?://|#)?[ \t]*`)
)

// headings returns the set of all sections in INTERFACE.md. For example, "wire shapes 5" is section 5 of the Wire shapes part.
func headings(text string) map[string]bool {
	found, part := map[string]bool{}, ""
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		if match[1] == "##" {
			part = strings.ToLower(match[4])
		}
		found[part+" "+match[2]+match[3]] = true
	}
	return found
}

// citations returns the set of all citations in text that match a pattern, such as "wire shapes 5" for a section, or "37" for a quirk.
func citations(pattern *regexp.Regexp, text string) map[string]bool {
	found := map[string]bool{}
	for _, match := range pattern.FindAllStringSubmatch(wrapped.ReplaceAllString(text, " "), -1) {
		part := ""
		if pattern == sectionCited {
			part = cmp.Or(strings.ToLower(match[1]+match[3]), "interface") + " "
		}
		for _, n := range regexp.MustCompile(number).FindAllString(match[pattern.SubexpIndex("numbers")], -1) {
			found[part+n] = true
		}
	}
	return found
}

// TestCitations checks that every section and quirk cited anywhere in the repository exists in INTERFACE.md or quirks.go.
func TestCitations(t *testing.T) {
	sections := headings(read(t, interfaceFile))
	quirks := listedQuirks(t)
	const root = "../.."
	citing := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", ".terraform", "bin"}, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || !slices.Contains([]string{".go", ".md", ".tmpl", ".tf", ".yml", ".txt"}, filepath.Ext(path)):
			return nil
		}
		text := read(t, path)
		for section := range citations(sectionCited, text) {
			citing++
			if !sections[section] {
				t.Errorf("%s cites %s, which %s lacks", path, section, interfaceFile)
			}
		}
		for quirk := range citations(quirkCited, text) {
			if !quirks[quirk] {
				t.Errorf("%s cites quirk %s, which quirks.go lacks", path, quirk)
			}
		}
		return nil
	})
	if err != nil || citing < 100 {
		t.Errorf("%d citations are found (%v)", citing, err)
	}
}

// TestQuirksAreMarked checks that INTERFACE.md cites exactly the quirks that quirks.go lists.
func TestQuirksAreMarked(t *testing.T) {
	listed, marked := listedQuirks(t), citations(quirkCited, read(t, interfaceFile))
	for quirk := range listed {
		if !marked[quirk] {
			t.Errorf("%s marks nothing as quirk %s", interfaceFile, quirk)
		}
	}
	for quirk := range marked {
		if !listed[quirk] {
			t.Errorf("%s marks quirk %s, which quirks.go lacks", interfaceFile, quirk)
		}
	}
}

func TestSectionsOfBothPages(t *testing.T) {
	want := []string{"interface ", "wire shapes ", "wire shapes 10", "control api ", "habits "}
	for n := 1; n <= 9; n++ {
		want = append(want, fmt.Sprint("interface ", n), fmt.Sprint("interface 2.", n), fmt.Sprint("interface 4.", n),
			fmt.Sprint("wire shapes ", n))
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(headings(read(t, interfaceFile)))); !slices.Equal(got, want) {
		t.Errorf("the sections are\n%q, want\n%q\nA section that the interface got is added to this test too.", got, want)
	}
}

func listedQuirks(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, match := range quirkListed.FindAllStringSubmatch(read(t, "quirks.go"), -1) {
		if found[match[1]] {
			t.Errorf("quirk %s is listed twice", match[1])
		}
		found[match[1]] = true
	}
	return found
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
