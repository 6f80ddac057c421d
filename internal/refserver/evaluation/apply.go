// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"slices"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
	"github.com/engine-platform/terraform-provider-engine/internal/rehearsal"
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
	// status and text are what it had at the beginning.
	status, text any
	// told are the events that there were already: nobody gets an e-mail of them again.
	told map[string]bool
}

// apply makes what follows from the runs, all in one write, and then hands over the e-mails.
func (r *Runner) apply(b *batch) error {
	var emails []notify.Email
	steps := b.inOrder()
	if len(steps) > table.KeptEvents { // The others would be pushed out by these.
		steps = steps[len(steps)-table.KeptEvents:]
	}
	err := r.store.Write(func(tx *store.Tx) error {
		drafts := map[*plan]*draft{}
		for _, p := range b.plans {
			d, err := begin(tx, p, steps)
			if err != nil {
				return err
			}
			drafts[p] = d
		}
		for _, s := range steps {
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

// begin reads the alert of a plan. It gives nil where the alert is gone or another one by now: whoever changed it waits for the turn to run
// it. Of one that runs anew, the events of earlier runs go unless they are those that would be made again.
func begin(tx *store.Tx, p *plan, steps []step) (*draft, error) {
	data, ok := tx.Get("alert", p.id)
	if !ok || conditionOf(data) != p.next.condition {
		return nil, nil
	}
	doc, err := document.Decode(data)
	if err != nil || !p.anew {
		return &draft{doc: doc, status: doc["status"], text: doc["status_text"]}, err
	}
	var old, planned []string
	for _, event := range tx.ListBy("event", "alert", p.id) {
		field := func(name string) string { return string(document.Text(document.Field(event.Bytes(), name))) }
		if event.ID() == eventID(p.id, field("timestamp"), field("new_status")) {
			old = append(old, event.ID())
		}
	}
	for _, s := range steps {
		if s.alert == p {
			planned = append(planned, s.eventID())
		}
	}
	d := &draft{doc: doc, status: doc["status"], text: doc["status_text"], told: map[string]bool{}}
	for _, id := range old {
		d.told[id] = true
	}
	if slices.Equal(old, planned) {
		return d, nil
	}
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
	if d == nil {
		return nil, nil
	}
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
	if p.last != nil {
		p.last.put(d.doc)
	}
	if d.doc["status"] == d.status && d.doc["status_text"] == d.text {
		return nil
	}
	_, err := tx.Replace("alert", p.id, d.doc)
	return err
}
