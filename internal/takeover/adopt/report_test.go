// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"strings"
	"testing"
	"unicode"
)

// Ids and names have control characters that a terminal would execute. The report must escape them.
func TestEscapes(t *testing.T) {
	const escape, turned = "\x1b]0;owned\a\u202egnp", "\u202egnp"
	p := newPlant(t, map[string][]object{
		"node":  {{"id": "n" + turned, "name": "name" + escape, "type": escape}},
		"alert": {{"id": "a" + turned, "name": "name" + escape, "severity": "SEV1", "type": "cron"}},
		"component": {{
			"id": "c" + turned, "name": "c", "type": "algorithm", "version": "1", "deployment_capacity": "small", "description": escape,
			"input": []any{object{"name": escape, "sensitive": true, "value": "a"}}, "output": []any{}, "routines": []any{},
		}},
	})
	out := p.adopt("3 to import, 0 to change", "-dry-run")
	out += p.adopt("3 to import, 0 to change")
	p.seed(map[string][]object{"node": {{"id": "m" + escape, "name": "other" + escape, "type": "a"}}})
	out += p.adopt("0 to import, 0 to change, 1 left out") // such an id fits into no URL path
	if err := p.Remove("node", "n"+turned); err != nil {
		t.Fatal(err)
	}
	out += p.adopt("0 to import, 0 to change, 1 left out")
	if at := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); at >= 0 {
		t.Errorf("the report has %q", out[max(0, at-40):min(at+20, len(out))])
	}
	if !strings.Contains(out, `(m\x1b]0;owned\a\u202egnp)`) || !strings.Contains(out, `no longer in the engine`) {
		t.Error(out)
	}
}
