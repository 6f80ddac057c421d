// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"cmp"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// runEvents is the namespace of the ids of events that runs make.
var runEvents = uuid.MustParse("3f0c5b0e-6f0e-5c7e-9c39-0b9a52d1a1f4")

// eventID returns the id of the event of a run. It is derived from the alert, the time and the new status, so that a server which
// starts again recognizes the events that it made before.
func eventID(alert, timestamp, status string) string {
	return uuid.NewSHA1(runEvents, []byte(alert+"\n"+timestamp+"\n"+status)).String()
}

// draft is the document of an alert while a batch is written.
type draft struct {
	doc document.Object
	// before has the status and the status_text from before the batch.
	before document.Object
	// isReset: the status was set to no_alert, because the alert runs from the start of the data.
	isReset bool
	// announced are the events that existed before. Nobody gets an e-mail about them again.
	announced map[string]bool
	// isComplete: all events of the batch exist already.
	isComplete bool
}

// apply writes the events, notifications and statuses of a batch in one write, and then hands over the e-mails.
func (r *Runner) apply(b *batch) error {
	slices.SortStableFunc(b.steps, func(x, y step) int { // Quirk 243: at the same time, the alert that was created first runs first.
		return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.alert.order, y.alert.order))
	})
	events := map[*plan][]string{}
	for _, s := range b.steps {
		events[s.alert] = append(events[s.alert], s.event)
	}
	var emails []notify.Email
	err := r.store.Write(func(tx *store.Tx) error {
		isFull := len(tx.List("event")) >= table.KeptEvents
		drafts := map[*plan]*draft{}
		for _, p := range b.plans {
			d, err := begin(tx, p, events[p], isFull)
			if err != nil {
				return err
			}
			drafts[p] = d
		}
		steps := slices.DeleteFunc(b.steps, func(s step) bool { return drafts[s.alert] == nil || drafts[s.alert].isComplete })
		for _, s := range steps[max(0, len(steps)-table.KeptEvents):] { // The store would drop earlier events again.
			sent, err := s.announce(tx, drafts[s.alert])
			if err != nil {
				return err
			}
			emails = append(emails, sent...)
		}
		for _, p := range b.plans {
			if err := finish(tx, p, drafts[p]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range b.plans {
		r.alerts[p.id] = &p.next
	}
	r.post(emails)
	return nil
}

// begin returns the draft of an alert that makes the planned events. It returns nil if the alert was deleted or changed meanwhile: the
// request that changed it waits to run it.
//
// If the alert runs from the start of the data, begin removes the events of its earlier runs, unless they are the planned events. If
// the store was full (isFull) when the server started, the earlier events may also be the last of the planned ones.
func begin(tx *store.Tx, p *plan, planned []string, isFull bool) (*draft, error) {
	data, ok := tx.Get("alert", p.id)
	if !ok || conditionOf(data) != p.next.condition {
		return nil, nil
	}
	doc, err := document.Decode(data)
	if err != nil || !p.fromStart {
		return &draft{doc: doc, before: maps.Clone(doc)}, err
	}
	d := &draft{doc: doc, before: maps.Clone(doc), announced: map[string]bool{}}
	var old []string
	for _, event := range tx.ListBy("event", "alert", p.id) {
		field := func(name string) string { return string(document.Text(document.Field(event.Bytes(), name))) }
		if event.ID() == eventID(p.id, field("timestamp"), field("new_status")) { // Else a client's change of the status made it.
			old = append(old, event.ID())
			d.announced[event.ID()] = true
		}
	}
	wasCut := p.isFirst && isFull && p.last != nil && p.last.isStatusOf(doc) && len(old) < len(planned)
	if d.isComplete = slices.Equal(old, planned) || wasCut && slices.Equal(old, planned[len(planned)-len(old):]); d.isComplete {
		return d, nil
	}
	d.isReset = true
	doc["status"], doc["status_text"] = rehearsal.NoAlert, nil
	return d, remove(tx, p.id, d.announced)
}

// remove deletes the given events of an alert, and their notifications.
func remove(tx *store.Tx, alert string, events map[string]bool) error {
	for _, n := range slices.Clone(tx.ListBy("notification", "alert", alert)) {
		if events[string(document.Text(document.Field(n.Bytes(), "event")))] {
			if err := tx.Remove("notification", n.ID()); err != nil {
				return err
			}
		}
	}
	for id := range events {
		if err := tx.Remove("event", id); err != nil {
			return err
		}
	}
	return nil
}

// announce gives the alert the status of a step, and makes the event of the change if it does not exist. It returns the e-mails to
// send.
func (s *step) announce(tx *store.Tx, d *draft) ([]notify.Email, error) {
	change := notify.Change{ID: s.event, At: s.at, Alert: d.doc, OldStatus: d.doc["status"], OldText: d.doc["status_text"]}
	if s.before != nil {
		change.OldStatus, change.OldText = s.before.status, s.before.text
	}
	d.doc["status"], d.doc["status_text"] = s.status, s.text
	if change.OldStatus == s.status || tx.Exists("event", s.event) {
		return nil, nil
	}
	emails, err := notify.Announce(tx, change)
	if d.announced[s.event] {
		emails = nil
	}
	return emails, err
}

// isStatusOf reports whether an alert has the status and the status_text of a run.
func (r result) isStatusOf(alert document.Object) bool {
	return alert["status"] == r.status && alert["status_text"] == r.text
}

// finish writes the alert with the result of its last run, if that changes it.
func finish(tx *store.Tx, p *plan, d *draft) error {
	if d == nil || p.last == nil && !d.isReset || p.last != nil && p.last.isStatusOf(d.before) {
		return nil
	}
	if p.last != nil {
		d.doc["status"], d.doc["status_text"] = p.last.status, p.last.text
	}
	_, err := tx.Replace("alert", p.id, d.doc)
	return err
}
