// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// checkSVG returns an error if an element or attribute of a picture could be harmful, for example by running a script or loading a file.
func checkSVG(svg string) error {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("it is not XML: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := checkElement(token); err != nil {
				return err
			}
		case xml.EndElement, xml.CharData:
		default:
			return fmt.Errorf("it has more than elements and texts: %T", token)
		}
	}
}

func checkElement(element xml.StartElement) error {
	if !slices.Contains([]string{"svg", "g", "path", "rect", "circle", "text", "clipPath"}, element.Name.Local) {
		return fmt.Errorf("it has the element %q", element.Name.Local)
	}
	for _, a := range element.Attr {
		if !slices.Contains(allowedAttributes(), a.Name.Local) {
			return fmt.Errorf("it has the attribute %q", a.Name.Local)
		}
		if a.Name.Local != "aria-label" && !harmless(a.Value) {
			return fmt.Errorf("its attribute %s has the value %q", a.Name.Local, a.Value)
		}
	}
	return nil
}

func allowedAttributes() []string {
	return strings.Fields(`aria-label clip-path cx cy d fill fill-opacity font-family font-size font-weight height id opacity paint-order r role rx
		space stroke stroke-dasharray stroke-linejoin stroke-opacity stroke-width text-anchor transform viewBox width x xmlns y`)
}

// An attribute value may refer to an element in the same picture, as in url(#id). All other references are harmful.
var (
	ownReference = regexp.MustCompile(`^url\(#[\w-]+\)$`)
	harmful      = regexp.MustCompile(`(?i)url\s*\(|javascript:|expression|@import|[\\<>]|/\*|NaN|Inf|undefined`)
	namespace    = regexp.MustCompile(`^http://www\.w3\.org/(2000/svg|1999/xlink)$`)
)

func harmless(value string) bool {
	return ownReference.MatchString(value) || namespace.MatchString(value) || !harmful.MatchString(value) && !strings.Contains(value, "//")
}
