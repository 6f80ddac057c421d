// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestScheduleOfAnAlertIsShown checks that the page describes when an alert runs and lists its next runs. For a cron schedule, the page
// must also show the runs in the server's time zone.
func TestScheduleOfAnAlertIsShown(t *testing.T) {
	p := newTestPage(t)
	view := "alerts/" + p.ids["alert"]
	// The server's clock is the machine's clock. The next runs must therefore be in the future, although the recorded data ended long ago.
	before := time.Now()
	next := regexp.MustCompile(`<li><time[^>]*>([^<]*)</time></li>`).FindStringSubmatch(p.get(view))
	if at, err := time.Parse("2006-01-02 15:04:05 UTC", next[1]); err != nil || !at.After(before) {
		t.Errorf("the next run is at %v (%v)", next, err)
	}
	if err := p.Server.SetClock(t.Context(), "2026-03-28T12:00:00Z"); err != nil {
		t.Fatal(err)
	}
	p.wantContains(view, "Every 10 minutes.", "2026-03-28 12:10:00 UTC</time></li>", "2026-03-28 12:50:00 UTC")
	p.wantLacks(view, "2026-03-28 13:00:00 UTC</time></li>")
	p.Patch("alert", p.object("alert"), servertest.Object{
		"type": "cron", "cron_minutes": "0", "cron_hours": "8", "cron_dom": "*", "cron_month": "*", "cron_dow": "?", "cron_year": "*",
	})
	p.wantContains(view, "Every day at 08:00, in the time zone Europe/Berlin.", "2026-03-29 06:00:00 UTC</time> (Sun 08:00 CEST)")
	p.Patch("alert", p.object("alert"), servertest.Object{"active": false})
	p.wantContains(view, "turned off", "If it were active, the next runs would be")
	p.Patch("alert", p.object("alert"), servertest.Object{"cron_year": "1999", "active": true})
	p.wantContains(view, "By the cron expression", "There are no further runs.")
}

func TestItemsWithoutPointsAreNamed(t *testing.T) {
	p := newTestPage(t)
	item := query()
	item["query_filter_attribute"] = servertest.Object{"id": "presure", "name": "Pressure"}
	item["query_plain"] = `[{"$match":{"asset":"pump","attribute":"presure"}}]`
	p.Patch("alert", p.object("alert"), servertest.Object{"alert_items": []any{item}})
	p.wantContains("alerts/"+p.ids["alert"], "the data have no points of it", "&#34;pressure&#34;", `min="4.5" max="7.5" step="0.01"`)
}

// TestEmailsAreShownAsSent checks that the page shows each e-mail as it was sent, and whether it was delivered.
func TestEmailsAreShownAsSent(t *testing.T) {
	mailServer := servertest.StartMailServer(t, func(_ int, to string) error {
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 550, Message: "no such <user>"}
		}
		return nil
	})
	p := newTestPage(t, refserver.Options{SMTP: mailServer.Address, SMTPFrom: "engine@example.com"})
	p.TriggerAlert("Overflow <b>", "Ops <ops@example.com>", "https://example.com/hook", "gone@example.com")
	p.TriggerAlert("Nobody")
	if err := p.Server.Close(); err != nil { // Close waits for the deliveries.
		t.Fatal(err)
	}
	sent := mailServer.ReceivedEmails()[0]
	p.wantContains("events", "E-mail: SEV3 Overflow &lt;b&gt;: alert", "<dd>engine@example.com</dd>",
		`<dd>ops@example.com <span class="tag created">delivered</span></dd>`,
		`<dd>gone@example.com <span class="tag deleted">not delivered</span>`, "no such &lt;user&gt;", "über 5 m")
	text, _, _ := strings.Cut(strings.ReplaceAll(sent.Text, "\r\n", "\n"), "<")
	p.wantContains("events", "<pre>"+text, "Notification: SEV3 Nobody: alert", "No e-mail was sent about it")
	if body := p.get("events"); strings.Contains(body, "hook") {
		t.Error("a web address is shown as the recipient of an e-mail")
	}
}

// TestUnsentEmailsAreMarked checks that without an SMTP server, the page shows the e-mails that would have been sent, marked as not sent.
func TestUnsentEmailsAreMarked(t *testing.T) {
	p := newTestPage(t)
	p.TriggerAlert("Overflow", "ops@example.com")
	alert := servertest.Text(t, p.Server.Objects("event")[0], "alert")
	p.wantContains("alerts/"+alert, "E-mail: SEV3 Overflow: alert")
	p.wantContains("events", "E-mail: SEV3 Overflow: alert", `<dd>ops@example.com <span class="tag">not sent</span>`, "-smtp HOST:PORT")
}

func TestEmptyPagesExplainWhatToDo(t *testing.T) {
	p := serveTestPage(t, refserver.Options{})
	for path, want := range map[string]string{
		"": "terraform apply", "dashboards": "engine_dashboard", "alerts": "engine_alert", "components": "engine_component",
		"functions": "engine_function", "nodes": "engine_node", "events": "-series FILE", "requests": "as soon as a client",
		"changes": "changed nothing",
	} {
		p.wantContains(path, want)
	}
	alert := servertest.Text(t, p.CreateMinimal("alert", servertest.Object{}), "id")
	p.wantContains("alerts/"+alert, "-series FILE", "On a schedule that is not declared")
	p.wantLacks("", "no objects yet")
	dashboard := p.CreateMinimal("dashboard", servertest.Object{})
	view := "dashboards/" + servertest.Text(t, dashboard, "id")
	p.wantContains(view, "engine_tab")
	p.CreateMinimal("tab", servertest.Object{"dashboard": dashboard["id"]})
	p.wantContains(view, "engine_widget")
	p.wantLacks(view, "Now is 0001")
	if got := p.Do("GET", Path+"collections/none", nil); got.Status != http.StatusNotFound {
		t.Errorf("a collection that does not exist has the status %d", got.Status)
	}
}
