// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rule has the behavior of single kinds of objects beyond the check of their fields, for example that a started component becomes
// Running.
//
// Start reading here: Of returns the rules of a kind. schedule.go and functionitems.go have the rules of schedules and of the items of
// functions. Deployments (deployment.go) changes the status of components. That an object is deleted with its parent is not here: the
// tables name the parents, and the store deletes the children.
package rule

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Rule has the functions that are called when an object of a kind is written. Each may be nil.
type Rule struct {
	// Prepare changes a request body before it is checked. prior is the stored object, or nil on create.
	Prepare func(sent, prior document.Object)
	// Finish changes the new version of an object after its fields are checked. prior is the stored version, or nil on create.
	Finish func(doc, prior document.Object)
	// Guard returns an error if the present state of the stored object does not allow an update.
	Guard func(doc document.Object) error
	// Follow makes further writes after a change of an object, such as the event about a new alert status, in the same transaction. It
	// returns the e-mails to send.
	Follow func(tx *store.Tx, at time.Time, before, after []byte) ([]notify.Email, error)
}

// Of returns the rule of a kind. For most kinds, all its functions are nil.
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
