// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rule has the rules of single kinds of objects that go beyond the values of fields.
//
// Start reading here: Of returns the rules of a kind. schedule.go has the rules of schedules, functionitems.go those of the items of
// functions. Deployments (deployment.go) changes the status of components. Objects are deleted together with their parent by the package
// store, not by the package rule.
package rule

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Rule has the functions that the server calls when an object of a kind is written. Each of these functions may be nil.
type Rule struct {
	// Prepare changes a request body before it is checked. prior is the stored object, or nil on create.
	Prepare func(sent, prior jsondoc.Object)
	// Finish changes the new version of an object after its fields are checked. prior is the stored version, or nil on create.
	Finish func(doc, prior jsondoc.Object)
	// Guard returns an error if the present state of the stored object does not allow an update.
	Guard func(doc jsondoc.Object) error
	// Follow makes further writes in the transaction that has changed an object. For example, it creates the event about a new alert status.
	// It returns the e-mails to send.
	Follow func(tx *store.Tx, at time.Time, before, after []byte) ([]notify.Email, error)
}

// Of returns the rule of a kind. For most kinds, all its functions are nil.
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
