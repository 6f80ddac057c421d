// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// quirksWithoutHabit lists the assumptions in quirks.go that the reference server has no option (habit) to violate. It maps the reason for
// this to the numbers of the assumptions.
var quirksWithoutHabit = map[string]string{
	"a client that sends only known parameters does not notice it":                  "2",
	"the provider does not filter by empty values":                                  "3",
	"update-while-active and active-deletes-refused change what the status decides": "7",
	"the provider's schema requires these fields as well":                           "9",
	"the provider's schema requires the id as well":                                 "10",
	"a client reaches the limit of small-bodies first":                              "14 185 186",
	"the status of a node is not managed":                                           "15",
	"the provider does not manage fields that are not sent":                         "16 248",
	"the provider removes only items that it has read":                              "17",
	"a client sends a body with every start and stop":                               "21",
	"the provider sends no null elements":                                           "23",
	"more-kinds opens these lists":                                                  "25 250",
	"the provider only reads events":                                                "27 29 30 43 85 241 243",
	"notifications are not managed":                                                 "28",
	"the provider sees no e-mails":                                                  "31",
	"the provider sends only such bodies":                                           "34",
	"the provider sends only ids of existing parents":                               "35",
	"the provider does not sort by several fields":                                  "39",
	"the provider's schema leaves it to the engine":                                 "47",
	"the provider makes plurals in this way":                                        "83",
	"the provider sends no id twice":                                                "84",
	"a client notices runs of alerts as with own-status":                            "240 242 244",
	"text-durations shows such values":                                              "100 102 247",
	"synonyms shows such values":                                                    "101",
	"reordered-elements reverses only such arrays":                                  "103",
	"the provider warns about it at plan": "276 277 140 141 142 143 144 145 146 " +
		"147 148 149 150 151 152 153 154",
	"for a client it is a failure like others":                                           "187",
	"the provider sends fewer filters":                                                   "188",
	"the configuration has the paths of such collections":                                "200 246",
	"the provider sends such objects completely":                                         "201",
	"numbers in configurations have fewer digits":                                        "189",
	"the law of adoption has such strings":                                               "195",
	"the law of adoption has such items":                                                 "196",
	"the law of adoption has such documents":                                             "197",
	"the provider reads components by the paths of their types":                          "245",
	"the provider may always send the type":                                              "254",
	"it is about rehearsals, and the guide says that engines may run alerts differently": "210 211 212 213 214 215 216 217 218 219 220 260",
}

func TestEveryQuirkHasAHabitOrAReason(t *testing.T) {
	contradicted := map[string]bool{}
	for _, h := range habit.All() {
		for _, number := range h.Quirks {
			contradicted[number] = true
		}
	}
	reasons := map[string]string{}
	for reason, quirks := range quirksWithoutHabit {
		for _, quirk := range strings.Fields(quirks) {
			reasons[quirk] = reason
		}
	}
	listed := listedQuirks(t)
	for quirk := range listed {
		if reason := reasons[quirk]; contradicted[quirk] == (reason != "") {
			t.Errorf("quirk %s: a habit contradicts it: %v; reason why none does: %q", quirk, contradicted[quirk], reason)
		}
	}
	for quirk := range contradicted {
		if !listed[quirk] {
			t.Errorf("a habit contradicts quirk %s, which quirks.go lacks", quirk)
		}
	}
}
