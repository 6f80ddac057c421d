// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

var runEvents = uuid.MustParse("3f0c5b0e-6f0e-5c7e-9c39-0b9a52d1a1f4")

// eventID returns the id of the event that records a status change by a run. The id is a hash of the alert, the time and the new status, so
// that a restarted server recognizes events that it has already created.
func eventID(alert, timestamp, status string) string {
	return uuid.NewSHA1(runEvents, []byte(alert+"\n"+timestamp+"\n"+status)).String()
}

// isOfRun reports whether a run of the alert created the event. If not, a client created it by setting the alert's status.
func isOfRun(event *store.Record, alert string) bool {
	return event.ID() == eventID(alert, text(event, "timestamp"), text(event, "new_status"))
}

func text(o *store.Record, field string) string {
	return string(jsondoc.Text(jsondoc.Field(o.Bytes(), field)))
}

// apply stores a batch's events, notifications and alert statuses in one transaction, and then sends the e-mails.
func (r *Runner) apply(b *batch) error {
	slices.SortStableFunc(b.steps, func(x, y step) int { // Of two runs at the same time, the older alert's comes first (quirk 243).
		return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.alert.order, y.alert.order))
	})
	var emails []notify.Email
	err := r.store.Write(func(tx *store.Tx) error {
		if err := b.begin(tx); err != nil {
			return err
		}
		steps := slices.DeleteFunc(b.steps, func(s step) bool { return s.alert.doc == nil || s.alert.isComplete })
		for _, s := range steps[max(0, len(steps)-table.MaxEvents):] { // The store keeps only the latest events.
			sent, err := s.applyStatus(tx)
			if err != nil {
				return err
			}
			emails = append(emails, sent...)
		}
		for _, p := range b.plans {
			if err := p.finish(tx); err != nil {
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

// eventKey is used to compare events. The id alone is not enough: if the alert's condition changes, a new event can have the same id as an
// old event but a different status_text.
type eventKey struct{ id, oldText, newText string }

func (b *batch) begin(tx *store.Tx) error {
	events := map[*plan][]eventKey{}
	for _, s := range b.steps {
		key := eventKey{id: s.event}
		key.newText, _ = s.text.(string)
		if s.before != nil {
			key.oldText, _ = s.before.text.(string)
		}
		events[s.alert] = append(events[s.alert], key)
	}
	var oldest *store.Record // The oldest stored event, or nil if the store has never dropped an event.
	if kept := tx.List("event"); len(kept) >= table.MaxEvents {
		oldest = kept[0]
	}
	for _, p := range b.plans {
		if err := p.begin(tx, events[p], oldest); err != nil {
			return err
		}
	}
	return nil
}

// begin loads the stored alert and removes old events that new events replace. It does nothing if the alert was deleted. It also does
// nothing if another request has changed the alert's condition, because that request runs the alert itself.
//
// If the alert runs again from the start of the data, begin compares the events from previous runs with the new events (planned). If they
// differ, begin removes the old events. Because the store keeps only a limited number of events, it may lack an alert's first events after
// a restart. If the alert is older than the oldest stored event, begin ignores this difference.
func (p *plan) begin(tx *store.Tx, planned []eventKey, oldest *store.Record) (err error) {
	data, ok := tx.Get("alert", p.id)
	if !ok || conditionOf(data) != p.next.condition {
		return nil
	}
	if p.doc, err = jsondoc.Decode(data); err != nil {
		return err
	}
	p.isCurrent = p.last != nil && p.doc["status"] == p.last.status && p.doc["status_text"] == p.last.text
	if !p.fromStart {
		return nil
	}
	var old []eventKey
	p.sentIDs = map[string]bool{}
	for _, event := range tx.ListBy("event", "alert", p.id) {
		if isOfRun(event, p.id) {
			old = append(old, eventKey{event.ID(), text(event, "old_status_text"), text(event, "new_status_text")})
			p.sentIDs[event.ID()] = true
		}
	}
	mayLack := p.isFirst && oldest != nil && p.record.IsOlderThan(oldest)
	wasCut := mayLack && p.isCurrent && len(old) < len(planned)
	if p.isComplete = slices.Equal(old, planned) || wasCut && slices.Equal(old, planned[len(planned)-len(old):]); p.isComplete {
		return nil
	}
	p.isReset = true
	p.doc["status"], p.doc["status_text"] = rehearsal.NoAlert, nil
	for _, n := range slices.Clone(tx.ListBy("notification", "alert", p.id)) {
		if p.sentIDs[text(n, "event")] {
			if err := tx.Remove("notification", n.ID()); err != nil {
				return err
			}
		}
	}
	for _, event := range old {
		if err := tx.Remove("event", event.id); err != nil {
			return err
		}
	}
	return nil
}

// applyStatus gives the alert the status from a run. If that changes the status, applyStatus creates an event and returns the e-mails to
// send. It creates nothing if the event already exists.
func (s *step) applyStatus(tx *store.Tx) ([]notify.Email, error) {
	doc := s.alert.doc
	change := notify.Change{ID: s.event, At: s.at, Alert: doc, OldStatus: doc["status"], OldText: doc["status_text"]}
	if s.before != nil {
		change.OldStatus, change.OldText = s.before.status, s.before.text
	}
	doc["status"], doc["status_text"] = s.status, s.text
	if change.OldStatus == s.status || tx.Exists("event", s.event) {
		return nil, nil
	}
	emails, err := notify.Announce(tx, change)
	if s.alert.sentIDs[s.event] {
		emails = nil
	}
	return emails, err
}

// finish stores the alert with the status from its last run, unless the stored alert already has that status.
func (p *plan) finish(tx *store.Tx) error {
	if p.doc == nil || p.isCurrent || p.last == nil && !p.isReset {
		return nil
	}
	if p.last != nil {
		p.doc["status"], p.doc["status_text"] = p.last.status, p.last.text
	}
	_, err := tx.Replace("alert", p.id, p.doc)
	return err
}
