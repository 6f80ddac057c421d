// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rule is what the engine does with objects of some kinds beyond checking their fields. It imports the packages
// document, refusal, store and notify alone.
//
// Start reading here: Of says which rules a kind has. Those of schedules and of function items are in the files of these
// names; Deployments (deployment.go) are the states that components pass through by themselves. That objects go with
// their parent is no rule of this package: the tables name the parents, and the store takes the children along.
package rule

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Rule is what the objects of a kind are subject to. Any part may be nil.
type Rule struct {
	// Prepare changes what was sent before it is checked. prior is the document before the update, nil on create.
	Prepare func(sent, prior document.Object)
	// Finish changes the document after the check. prior is nil on create.
	Finish func(doc, prior document.Object)
	// Guard refuses an update that the document's state does not allow.
	Guard func(doc document.Object) error
	// Follow makes what follows from a change of an object, at a time, in the same write, and gives the e-mails to send.
	Follow func(tx *store.Tx, at time.Time, before, after []byte) ([]notify.Email, error)
}

// Of gives the rule of a kind.
func Of(kind string) Rule {
	switch kind {
	case "component":
		return Rule{Guard: refuseActive}
	case "alert":
		return Rule{
			Prepare: dropForeignSchedule,
			Finish:  func(doc, _ document.Object) { clearForeignSchedule(doc) },
			Follow:  notify.StatusChanged,
		}
	case "function":
		return Rule{
			Prepare: func(sent, prior document.Object) {
				dropForeignSchedule(sent, prior)
				completeSentItems(sent, prior)
			},
			Finish: func(doc, prior document.Object) {
				clearForeignSchedule(doc)
				joinItems(doc, prior)
			},
		}
	default:
		return Rule{}
	}
}
