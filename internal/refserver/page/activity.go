// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// The maximum numbers of events and requests that the page shows.
const (
	maxEvents   = 200
	maxRequests = 200
	maxBody     = 4 << 10 // The maximum length of a request body in bytes.
)

type overviewData struct {
	Kinds      []kindCount
	Dashboards []link
	Alerts     []alertItem
	IsEmpty    bool
}

type kindCount struct {
	Title, Path string
	Count       int
}

func overview(p *Page, _ *http.Request) (screen, error) {
	data := overviewData{Alerts: p.alertItems(), IsEmpty: true}
	// Select the kinds that Options.Collections adds. Their names contain a slash, as in asset/assets.
	collections := slices.DeleteFunc(p.server.Kinds(), func(kind string) bool { return !strings.Contains(kind, "/") })
	for _, kind := range append([]string{"dashboard", "alert", "component", "function", "node"}, collections...) {
		path, title := sectionOf(kind)
		n := len(p.server.Objects(kind))
		data.Kinds = append(data.Kinds, kindCount{title, cmp.Or(path, "collections/"+url.PathEscape(kind)), n})
		data.IsEmpty = data.IsEmpty && n == 0
	}
	for _, doc := range p.listWithDeleted("dashboard") {
		data.Dashboards = append(data.Dashboards, p.containerLink(objectKey{"dashboard", str(doc["id"])}))
	}
	return screen{Template: "overview", Title: "Overview", Data: data}, nil
}

// eventItem is a change of an alert's status, with its notification and e-mails.
type eventItem struct {
	Alert     link
	Address   string // The URL path of the event's screen.
	Time      string
	Old, New  string
	NewReason string
	Title     string // The title of the notification, or "" if there is none.
	Text      string // The text of the notification.
	Emails    []refserver.Email
}

type eventsData struct {
	Events []eventItem
	More   int
}

func events(p *Page, _ *http.Request) (screen, error) {
	items, more := p.eventItems("", maxEvents)
	return screen{Template: "events", Title: "Events", Section: "events", Data: eventsData{items, more}}, nil
}

// eventItems returns the latest events of an alert, or of all alerts if alert is "". omitted is the number of older events.
func (p *Page) eventItems(alert string, limit int) (items []eventItem, omitted int) {
	stored := p.server.Objects
	if alert != "" {
		stored = func(kind string) []map[string]any { return p.server.ObjectsBy(kind, "alert", alert) }
	}
	notified := map[string]map[string]any{}
	for _, doc := range stored("notification") {
		notified[str(doc["event"])] = doc
	}
	docs := stored("event")
	slices.SortStableFunc(docs, func(a, b map[string]any) int {
		return cmp.Compare(str(a["timestamp"]), str(b["timestamp"]))
	})
	for _, doc := range slices.Backward(docs) {
		if len(items) == limit {
			omitted++
			continue
		}
		id := str(doc["id"])
		items = append(items, eventItem{
			Alert: p.link(objectKey{"alert", str(doc["alert"])}), Address: address("event", id), Time: str(doc["timestamp"]),
			Old: str(doc["old_status"]), New: str(doc["new_status"]), NewReason: str(doc["new_status_text"]),
			Title: str(notified[id]["title"]), Text: str(notified[id]["text"]), Emails: p.server.Emails(id),
		})
	}
	return items, omitted
}

type requestItem struct {
	recordedRequest

	Text string // The beginning of the body, as indented JSON.
}

// requests returns a screen that lists the latest requests, newest first, without the secrets in their bodies.
func requests(p *Page, r *http.Request) (screen, error) {
	var all []requestItem
	types := p.follower.secretTypes()
	for _, logged := range slices.Backward(p.server.RecentRequests(maxRequests)) {
		one, err := p.record(r.Context(), logged, types)
		if err != nil {
			return screen{}, err
		}
		body := displayText(one.Body)
		if len(body) > maxBody {
			body = strings.ToValidUTF8(body[:maxBody], "") + "\n…"
		}
		one.Body = nil // Release the body, because all bodies together may be large.
		all = append(all, requestItem{one, body})
	}
	return screen{Template: "requests", Title: "Requests", Section: "requests", Live: "requests", Data: all}, nil
}
