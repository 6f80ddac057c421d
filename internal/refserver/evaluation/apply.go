// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Events of runs have ids that follow from what they tell, so that a server which starts again knows what its predecessor has made.
var ofRuns = uuid.MustParse("3f0c5b0e-6f0e-5c7e-9c39-0b9a52d1a1f4")

// eventID is the id of the event of a run after which an alert has a status.
func eventID(alert, timestamp, status string) string {
	return uuid.NewSHA1(ofRuns, []byte(alert+"\n"+timestamp+"\n"+status)).String()
}

// draft is an alert in the middle of a write.
type draft struct {
	doc document.Object
	// before has the status and the text that it had.
	before document.Object
	// began: it has those of an alert that has not run.
	began bool
	// told are the events that there were already: nobody gets an e-mail of them again.
	told map[string]bool
	// done: all events are there.
	done bool
}

// apply makes what follows from the runs, all in one write, and then hands over the e-mails.
func (r *Runner) apply(b *batch) error {
	var emails []notify.Email
	steps := b.inOrder()
	events := map[*plan][]string{}
	for _, s := range steps {
		events[s.alert] = append(events[s.alert], s.eventID())
	}
	err := r.store.Write(func(tx *store.Tx) error {
		full := len(tx.List("event")) >= table.KeptEvents
		drafts := map[*plan]*draft{}
		for _, p := range b.plans {
			d, err := begin(tx, p, events[p], full)
			if err != nil {
				return err
			}
			drafts[p] = d
		}
		for _, s := range lastOf(steps, drafts) {
			sent, err := s.tell(tx, drafts[s.alert])
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

// lastOf gives the steps that are to be made, but for those whose events later ones would push out.
func lastOf(steps []step, drafts map[*plan]*draft) []step {
	var made []step
	for _, s := range steps {
		if d := drafts[s.alert]; d != nil && !d.done {
			made = append(made, s)
		}
	}
	return made[max(0, len(made)-table.KeptEvents):]
}

// begin reads the alert of a plan, which makes these events. It gives nil where the alert is gone or another one by now: whoever changed it
// waits for the turn to run it. Of one that runs anew, the events of earlier runs go unless they are those that would be made again;
// where a server before this one had made so many events that the first were pushed out, the rest of them are.
func begin(tx *store.Tx, p *plan, planned []string, full bool) (*draft, error) {
	data, ok := tx.Get("alert", p.id)
	if !ok || conditionOf(data) != p.next.condition {
		return nil, nil
	}
	doc, err := document.Decode(data)
	if err != nil || !p.anew {
		return &draft{doc: doc, before: maps.Clone(doc)}, err
	}
	var old []string
	for _, event := range tx.ListBy("event", "alert", p.id) {
		field := func(name string) string { return string(document.Text(document.Field(event.Bytes(), name))) }
		if event.ID() == eventID(p.id, field("timestamp"), field("new_status")) {
			old = append(old, event.ID())
		}
	}
	d := &draft{doc: doc, before: maps.Clone(doc), told: map[string]bool{}}
	for _, id := range old {
		d.told[id] = true
	}
	pushedOut := p.resumed && full && p.last != nil && p.last.is(doc) && len(old) < len(planned)
	if d.done = slices.Equal(old, planned) || pushedOut && slices.Equal(old, planned[len(planned)-len(old):]); d.done {
		return d, nil
	}
	d.began = true
	doc["status"], doc["status_text"] = rehearsal.NoAlert, nil
	return d, remove(tx, p.id, d.told)
}

// remove takes out events of an alert with their notifications.
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

func (s *step) eventID() string { return eventID(s.alert.id, document.Time(s.at), s.status) }

// tell gives the alert the status of a step, and makes the event, if it is not there already.
func (s *step) tell(tx *store.Tx, d *draft) ([]notify.Email, error) {
	change := notify.Change{ID: s.eventID(), At: s.at, Alert: d.doc, OldStatus: d.doc["status"], OldText: d.doc["status_text"]}
	if s.before != nil {
		change.OldStatus, change.OldText = s.before.status, textOrNull(s.before.text)
	}
	s.put(d.doc)
	if change.OldStatus == s.status || tx.Exists("event", change.ID) {
		return nil, nil
	}
	emails, err := notify.Tell(tx, change)
	if d.told[change.ID] {
		emails = nil
	}
	return emails, err
}

// put gives an alert the status of a run.
func (now result) put(alert document.Object) {
	alert["status"], alert["status_text"] = now.status, textOrNull(now.text)
}

// is tells whether an alert has the status of a run.
func (now result) is(alert document.Object) bool {
	return alert["status"] == now.status && alert["status_text"] == textOrNull(now.text)
}

func textOrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// finish leaves the alert as its last run does.
func finish(tx *store.Tx, p *plan, d *draft) error {
	if d == nil {
		return nil
	}
	if p.last == nil && !d.began || p.last != nil && p.last.is(d.before) {
		return nil
	}
	if p.last != nil {
		p.last.put(d.doc)
	}
	_, err := tx.Replace("alert", p.id, d.doc)
	return err
}
