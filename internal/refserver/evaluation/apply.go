// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"cmp"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

var runEvents = uuid.MustParse("3f0c5b0e-6f0e-5c7e-9c39-0b9a52d1a1f4")

// eventID returns the id of an event that a run of an alert makes. It is a hash of the alert, the time and the new status, so a restarted
// server recognizes the events that it made before.
func eventID(alert, timestamp, status string) string {
	return uuid.NewSHA1(runEvents, []byte(alert+"\n"+timestamp+"\n"+status)).String()
}

// draft is the working copy of an alert while apply stores a batch of runs. before is the stored alert, and doc has the changes.
type draft struct {
	doc    jsondoc.Object
	before jsondoc.Object
	// isReset is true if the alert runs again from the first point of the data. In that case, begin has set its status to no_alert.
	isReset bool
	// announced has the ids of the events that earlier runs of the alert made. Their e-mails have been sent and are not sent again.
	announced map[string]bool
	// isComplete is true if the store already has all events that the runs of the batch would make for the alert.
	isComplete bool
}

// apply stores the results of a batch of runs: events, notifications and alert statuses, in one transaction. After that, it sends the
// e-mails about the events.
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
		var oldest *store.Record // the oldest event, if older ones may have been dropped
		if kept := tx.List("event"); len(kept) >= table.KeptEvents {
			oldest = kept[0]
		}
		drafts := map[*plan]*draft{}
		for _, p := range b.plans {
			d, err := begin(tx, p, events[p], oldest)
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

// begin returns a draft of an alert, to which apply then adds the events of the new runs. It returns nil if the alert was deleted, or if
// another request has changed its condition. That other request runs the alert itself.
//
// If the alert runs again from the first point of the data, begin removes the events of earlier runs, unless they equal the new events
// (planned). If the store has reached its limit of events, it may lack the oldest events of alerts that are older than the oldest event.
// begin then compares only the events that the store has. A newer alert lacks events only if the server was killed before it ran the alert.
func begin(tx *store.Tx, p *plan, planned []string, oldest *store.Record) (*draft, error) {
	data, ok := tx.Get("alert", p.id)
	if !ok || conditionOf(data) != p.next.condition {
		return nil, nil
	}
	doc, err := jsondoc.Decode(data)
	if err != nil || !p.fromStart {
		return &draft{doc: doc, before: maps.Clone(doc)}, err
	}
	d := &draft{doc: doc, before: maps.Clone(doc), announced: map[string]bool{}}
	var old []string
	for _, event := range tx.ListBy("event", "alert", p.id) {
		field := func(name string) string { return string(jsondoc.Text(jsondoc.Field(event.Bytes(), name))) }
		if event.ID() == eventID(p.id, field("timestamp"), field("new_status")) { // A run made the event, and not a client.
			old = append(old, event.ID())
			d.announced[event.ID()] = true
		}
	}
	mayLack := p.isFirst && oldest != nil && p.record.IsOlderThan(oldest)
	wasCut := mayLack && p.last != nil && p.last.isStatusOf(doc) && len(old) < len(planned)
	if d.isComplete = slices.Equal(old, planned) || wasCut && slices.Equal(old, planned[len(planned)-len(old):]); d.isComplete {
		return d, nil
	}
	d.isReset = true
	doc["status"], doc["status_text"] = rehearsal.NoAlert, nil
	return d, remove(tx, p.id, d.announced)
}

func remove(tx *store.Tx, alert string, events map[string]bool) error {
	for _, n := range slices.Clone(tx.ListBy("notification", "alert", alert)) {
		if events[string(jsondoc.Text(jsondoc.Field(n.Bytes(), "event")))] {
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

// announce gives the alert the status that it has after a run. It creates the event about the new status, unless the store has that event
// already, and returns the e-mails to send.
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

func (r result) isStatusOf(alert jsondoc.Object) bool {
	return alert["status"] == r.status && alert["status_text"] == r.text
}

// finish stores the alert with the status of its last run, if that status is new.
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
