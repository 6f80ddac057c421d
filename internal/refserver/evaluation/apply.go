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

// runEvents is the namespace of the UUIDs that eventID makes.
var runEvents = uuid.MustParse("3f0c5b0e-6f0e-5c7e-9c39-0b9a52d1a1f4")

// eventID returns the id of an event that a run of an alert makes. It is a hash of the alert, the time and the new status, so a restarted
// server recognizes the events that it made before.
func eventID(alert, timestamp, status string) string {
	return uuid.NewSHA1(runEvents, []byte(alert+"\n"+timestamp+"\n"+status)).String()
}

// draft holds an alert while apply writes a batch. doc is the alert with the changes so far.
type draft struct {
	doc document.Object
	// before is the alert as it was stored before the batch of runs.
	before document.Object
	// isReset is true if begin has set the status to no_alert, because the alert runs again from the first point of the data.
	isReset bool
	// announced has the ids of the events that the alert's earlier runs made. Nobody gets an e-mail about these events again.
	announced map[string]bool
	// isComplete is true if the store already has all events that the batch would make for the alert.
	isComplete bool
}

// apply writes the events, notifications and alert statuses of a batch in one transaction, and then passes on the e-mails.
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

// begin starts to write the planned events of an alert and returns its draft. If the alert was deleted or its condition changed since the
// plan was made, begin returns nil: the request that changed the condition runs the alert itself.
//
// If the alert runs again from the first point of the data, begin removes the events of its earlier runs, unless they are the same as the
// planned events. isFull says that the store already has as many events as it keeps. Then the first planned events may be missing after a
// restart, and begin still treats the events as the same.
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

// remove deletes the named events of an alert, and the notifications about these events.
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

// announce gives the alert the new status of a run. If the store does not have the event yet, announce creates it. It returns the e-mails
// to send.
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

// isStatusOf reports whether the alert already has the status and the status_text of this result.
func (r result) isStatusOf(alert document.Object) bool {
	return alert["status"] == r.status && alert["status_text"] == r.text
}

// finish gives the alert the status of its last run and stores the alert, unless the status is unchanged.
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
