// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rule has what the engine does with objects of some kinds besides checking their fields.
//
// Start reading here: Of returns the rules of a kind. The rules of schedules and of function items are in the files with these names.
// Deployments (deployment.go) change the statuses of components. The deletion of children with their parent is not in this package: the
// tables name the parents, and the store deletes the children.
package rule

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Rule is the behavior of a kind. Each function may be nil.
type Rule struct {
	// Prepare changes a body before it is checked. prior is the document before an update, or nil on create.
	Prepare func(sent, prior document.Object)
	// Finish changes the document after the check. prior is nil on create.
	Finish func(doc, prior document.Object)
	// Guard refuses an update if the status of the object does not allow it.
	Guard func(doc document.Object) error
	// Follow writes what follows from a change of an object, in the same write, and returns the e-mails to send.
	Follow func(tx *store.Tx, at time.Time, before, after []byte) ([]notify.Email, error)
}

// Of returns the rule of a kind.
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
