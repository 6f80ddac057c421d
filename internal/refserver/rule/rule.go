// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rule contains rules that apply to one kind of object and go beyond the values of single fields.
//
// Start reading here: Of returns the rules of a kind. schedule.go contains the rules for schedules, and functionitems.go those for the
// items of functions. Deployments (deployment.go) changes the status of components. The package store, not this package, deletes objects
// together with their parent.
package rule

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Rule contains the functions that the server calls when it writes an object of a kind. Each function may be nil.
type Rule struct {
	// Prepare changes a request body before the server checks it. prior is the stored object, or nil for a create.
	Prepare func(sent, prior jsondoc.Object)
	// Finish changes the new version of an object after the server has checked its fields. prior is the stored version, or nil for a create.
	Finish func(doc, prior jsondoc.Object)
	// Guard returns an error if the stored object can't be updated in its present state.
	Guard func(doc jsondoc.Object) error
	// Follow makes additional writes in the transaction that has changed an object. For example, it creates the event about a new alert
	// status. It returns the e-mails to send.
	Follow func(tx *store.Tx, at time.Time, before, after []byte) ([]notify.Email, error)
}

// Of returns the rule for a kind. For most kinds, all functions of the rule are nil.
func Of(kind string) Rule {
	switch kind {
	case "component":
		return Rule{Guard: rejectActive}
	case "alert":
		return Rule{
			Prepare: dropForeignSchedule,
			Finish:  func(doc, _ jsondoc.Object) { clearForeignSchedule(doc) },
			Follow:  notify.StatusChanged,
		}
	case "function":
		return Rule{
			Prepare: func(sent, prior jsondoc.Object) {
				dropForeignSchedule(sent, prior)
				completeSentItems(sent, prior)
			},
			Finish: func(doc, prior jsondoc.Object) {
				clearForeignSchedule(doc)
				joinItems(doc, prior)
			},
		}
	default:
		return Rule{}
	}
}
