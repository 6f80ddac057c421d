// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// The page shows at most this many events and requests, and at most this many bytes of a request body.
const (
	maxEvents   = 200
	maxRequests = 200
	maxBody     = 4 << 10
)

type overviewData struct {
	Kinds      []kindCount
	Dashboards []link
	Alerts     []alertItem
}

type kindCount struct {
	Title, Path string
	Count       int
}

func overview(p *Page, _ *http.Request) (shown, error) {
	var data overviewData
	for _, kind := range []string{"dashboard", "alert", "component", "function", "node"} {
		data.Kinds = append(data.Kinds, kindCount{titleOf(kind), sectionOf(kind), len(p.server.Objects(kind))})
	}
	for _, doc := range p.server.Objects("dashboard") {
		data.Dashboards = append(data.Dashboards, p.link(key{"dashboard", text(doc["id"])}))
	}
	data.Alerts = p.alertItems()
	return shown{Template: "overview", Title: "Overview", Data: data}, nil
}

// eventItem is a change of an alert's status, with the notification that this change caused.
type eventItem struct {
	Alert                link
	Time, Old, New       string
	Title, Text          string
	Recipients           []string
	OldReason, NewReason string
}

type eventsData struct {
	Events []eventItem
	// Sent is true if the server has an SMTP server, so that it sent the e-mails.
	Sent bool
	More int
}

func events(p *Page, _ *http.Request) (shown, error) {
	items, more := p.eventItems("", maxEvents)
	return shown{Template: "events", Title: "Events", Section: "events", Data: eventsData{items, p.server.SendsEmails(), more}}, nil
}

// eventItems returns the latest events of an alert, or of all alerts if alert is "". more is the number of older events that it leaves
// out.
func (p *Page) eventItems(alert string, limit int) (items []eventItem, more int) {
	notified := map[string]map[string]any{}
	for _, doc := range p.server.Objects("notification") {
		notified[text(doc["event"])] = doc
	}
	for _, doc := range slices.Backward(p.server.Objects("event")) {
		if alert != "" && doc["alert"] != alert {
			continue
		}
		if len(items) == limit {
			more++
			continue
		}
		k := key{"alert", text(doc["alert"])}
		one := eventItem{
			Alert: p.link(k), Time: text(doc["timestamp"]), Old: text(doc["old_status"]), New: text(doc["new_status"]),
			OldReason: text(doc["old_status_text"]), NewReason: text(doc["new_status_text"]),
		}
		if message, ok := notified[text(doc["id"])]; ok {
			one.Title, one.Text = text(message["title"]), text(message["text"])
			current, _ := p.server.Object(k.Kind, k.ID)
			destinations, _ := current["destinations_list"].([]any)
			for _, destination := range destinations {
				if address := text(destination); strings.Contains(address, "@") {
					one.Recipients = append(one.Recipients, address)
				}
			}
		}
		items = append(items, one)
	}
	return items, more
}

type requestItem struct {
	Method, Path, Agent, Body string
	Status                    int
}

// requests shows the latest requests, the newest first. It hides the values of sensitive parameters in their bodies.
func requests(p *Page, _ *http.Request) (shown, error) {
	types := p.secretTypes()
	var all []requestItem
	for _, r := range slices.Backward(p.server.RecentRequests(maxRequests)) {
		path := &url.URL{Path: r.Path, RawQuery: r.Query.Encode()}
		all = append(all, requestItem{r.Method, path.String(), r.Header.Get("User-Agent"), bodyText(r.Body, types), r.Status})
	}
	return shown{Template: "requests", Title: "Requests", Section: "requests", Live: "requests", Data: all}, nil
}

// bodyText returns a request body as indented JSON without secrets, or "" if the body is not JSON.
func bodyText(body []byte, types map[string]bool) string {
	value, err := document.Decode(body)
	if err != nil {
		return ""
	}
	text := readable(withoutSecrets(value, types))
	if len(text) > maxBody {
		text = strings.ToValidUTF8(text[:maxBody], "") + "\n…"
	}
	return text
}
