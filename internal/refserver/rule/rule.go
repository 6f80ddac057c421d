// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rule contains rules that apply to only one kind of object and involve several fields or objects.
//
// The package imports jsondoc, notify and store. Start reading at the function Of, which returns the rules for a kind. schedule.go contains
// the rules for schedules, and functionitems.go those for function items. Deployments (deployment.go) changes the status of components.
package rule

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Rule contains functions that the server calls when it writes an object of one kind. Any of the functions may be nil.
type Rule struct {
	// Prepare changes a request body before the server validates it. prior is the stored object, or nil for a create.
	Prepare func(sent, prior jsondoc.Object)
	// Finish changes the new version of an object after the server has validated it. prior is the stored version, or nil for a create.
	Finish func(doc, prior jsondoc.Object)
	// Guard returns an error if the stored object's state does not allow an update.
	Guard func(doc jsondoc.Object) error
	// Follow makes additional writes in the transaction that changed an object. For example, it creates an event if an alert's status has
	// changed. It returns the e-mails to send.
	Follow func(tx *store.Tx, at time.Time, before, after []byte) ([]notify.Email, error)
}

// Of returns the rules for a kind of object, such as alert. For most kinds, all fields of the returned Rule are nil.
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
