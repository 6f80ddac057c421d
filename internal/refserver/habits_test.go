// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"strconv"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// unturned are the beliefs that no habit turns, and why.
var unturned = map[string]string{
	"2":   "a client that sends what it knows never meets it",
	"3":   "no client of ours asks for empty values",
	"7":   "update-while-active and active-deletes-refused turn what it decides",
	"9":   "the provider's schema requires these fields as well",
	"10":  "the provider's schema requires the id as well",
	"14":  "small-bodies is the limit that a client meets first",
	"15":  "the status of a node is not managed",
	"16":  "what is not sent is not managed",
	"17":  "a client removes only what it has read",
	"21":  "a client sends a body with every start and stop",
	"23":  "a client sends no such element",
	"25":  "more-kinds opens these lists",
	"27":  "events are only read",
	"28":  "notifications are not managed",
	"29":  "events are only read",
	"30":  "events are only read",
	"31":  "e-mails go to people",
	"34":  "a client sends nothing else",
	"35":  "a client names parents that exist",
	"39":  "no client of ours orders by several fields",
	"43":  "events are only read",
	"47":  "the provider's schema leaves it to the engine",
	"83":  "no client of ours makes a plural otherwise",
	"84":  "a client repeats no id",
	"85":  "events are only read",
	"240": "own-status is what a client notices of alerts that run",
	"241": "events are only read",
	"242": "own-status is what a client notices of alerts that run",
	"243": "events are only read",
	"244": "own-status is what a client notices of alerts that run",
	"100": "text-durations answers by it",
	"101": "synonyms answers by it",
	"102": "text-durations answers by it",
	"103": "reordered-elements keeps to it",
	"140": warned,
	"141": warned,
	"142": warned,
	"143": warned,
	"144": warned,
	"145": warned,
	"146": warned,
	"147": warned,
	"148": warned,
	"149": warned,
	"150": warned,
	"151": warned,
	"152": warned,
	"153": warned,
	"154": warned,
	"185": "small-bodies is the limit that a client meets first",
	"186": "small-bodies is the limit that a client meets first",
	"187": "to a client it is a failure like any other",
	"188": "no client of ours sends as many filters",
	"200": "a client asks for such collections by the paths that a configuration names",
	"201": "an update sends such objects whole, with null for what has to go, so that an engine which merges them comes to the same",
	"189": "no number that configurations hold needs as many digits",
	"195": "the law of adoption has such texts",
	"196": "the law of adoption has such items",
	"197": "the law of adoption has such documents",
	"245": "the provider reads components by the paths of their types",
	"246": "a client asks for such collections by the paths that a configuration names",
	"247": "text-durations answers by it",
	"248": "what is not sent is not managed",
	"250": "more-kinds opens these lists",
	"254": "a client may always send the type",
	"210": rehearsed,
	"211": rehearsed,
	"212": rehearsed,
	"213": rehearsed,
	"214": rehearsed,
	"215": rehearsed,
	"216": rehearsed,
	"217": rehearsed,
	"218": rehearsed,
	"219": rehearsed,
	"220": rehearsed,
	"260": rehearsed,
}

// warned is why no habit turns what only the provider's plan looks at.
const warned = "a plan warns of it and goes on, whatever the engine does"

// rehearsed is why no habit turns what a rehearsal believes.
const rehearsed = "it says which runs a rehearsal has, and the guide says that engines may have others"

// Every belief is turned by a habit, or there is a reason why not; every number that a habit names is one of a belief.
func TestBeliefsAreTurned(t *testing.T) {
	turned := map[string]bool{}
	for _, h := range refserver.KnownHabits() {
		for _, number := range h.Quirks {
			turned[strconv.Itoa(number)] = true
		}
	}
	listed := listedQuirks(t)
	for quirk := range listed {
		if reason := unturned[quirk]; turned[quirk] == (reason != "") {
			t.Errorf("quirk %s: a habit turns it: %v; reason why none does: %q", quirk, turned[quirk], reason)
		}
	}
	for quirk := range turned {
		if !listed[quirk] {
			t.Errorf("a habit turns quirk %s, which quirks.go lacks", quirk)
		}
	}
}
