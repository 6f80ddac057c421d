// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package browser

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/page"
)

func (p *project) open(browser context.Context, view string) {
	p.t.Helper()
	p.do(browser, view, chromedp.Navigate(p.url+page.Path+view), waitUntil(ready), script(`window.loadedOnce = true`))
}

// checkLoadedOnce fails the test if the page has been reloaded since it was opened. The error message begins with the given string, which
// names the change that should have appeared without a reload.
func (p *project) checkLoadedOnce(browser context.Context, what string) {
	p.t.Helper()
	if !evaluate[bool](browser, p, `window.loadedOnce === true`) {
		p.t.Errorf("%s: the page was loaded again", what)
	}
}

// checkAdditions adds, moves and removes widgets while a dashboard is open. The dashboard must mark the added widget, name the removed
// widget, and leave the other charts unchanged. The HTML in the added widget's name must appear as text.
func (p *project) checkAdditions(browser context.Context) {
	p.t.Helper()
	p.open(browser, "dashboards/"+p.id("dashboard", "")+"?tab="+p.id("tab", "Operation"))
	pressure := `document.querySelector('figure[data-key="` + p.id("widget", "Discharge pressure") + `"]')`
	p.do(browser, "the chart", waitUntil(pressure+`.querySelector('img')`),
		waitUntil(`(() => {
			const figure = `+pressure+`, box = figure.getBoundingClientRect();
			const pointer = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
			figure.dispatchEvent(new PointerEvent('pointermove', pointer));
			return /^2\d{3}-.*\n.*: \d/.test(figure.querySelector('.tip')?.textContent);
		})()`))
	const added = `resource "engine_widget" "added" {
  name = "Added by the test <img src=x onerror=hacked>"
  tab  = engine_tab.operation.id
  type = "text"
}
`
	if err := os.WriteFile(filepath.Join(p.directory, "added.tf"), []byte(added), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.apply("-var-file=changed.tfvars")
	p.do(browser, "the added widget",
		waitUntil(`[...document.querySelectorAll('.widget.created')].some((f) => f.textContent.includes('test <img src=x'))`), waitUntil(ready),
		script(`window.oldChart = `+pressure+`.querySelector('img')`)) // The apply may have replaced the image.

	gone := p.id("widget", "Energy use")
	moved := p.id("widget", "Added by the test")
	if err := p.server.Remove("widget", gone); err != nil {
		p.t.Fatal(err)
	}
	p.do(browser, "the removed widget",
		waitUntil(`document.querySelector('.note')?.textContent.includes('deleted the widget')`),
		waitUntil(`!document.querySelector('figure[data-key="`+gone+`"]')`), waitUntil(ready))
	p.edit("widget", moved, func(doc map[string]any) {
		doc["position_x"], doc["position_y"], doc["width"], doc["height"] = 3, 30, 7, 4
	})
	p.do(browser, "the moved widget",
		waitUntil(`getComputedStyle(document.querySelector('figure[data-key="`+moved+`"]')).gridColumn.replace(/\s/g, '') === '4/span7'`))
	if !evaluate[bool](browser, p, pressure+`.querySelector('img') === window.oldChart`) {
		p.t.Error("a chart that did not change was rendered again")
	}
	if evaluate[bool](browser, p, `document.querySelector('img[src="x"]') !== null`) {
		p.t.Error("markup in the name of a widget became an element of the page")
	}
	p.checkLoadedOnce(browser, "the added widget")
	for _, view := range []string{"changes", "widgets/" + gone, "dashboards/" + p.id("dashboard", "") + "/changes"} {
		p.checkView(browser, view, "light", 400)
		p.checkView(browser, view, "dark", 1280)
	}
}

func (p *project) edit(kind, id string, change func(doc map[string]any)) {
	p.t.Helper()
	if err := p.server.Edit(kind, id, change); err != nil {
		p.t.Fatal(err)
	}
}

// checkSlider moves an alert's threshold with the keyboard. The page must show what the alert would do with the recorded data, and the
// slider must keep focus.
func (p *project) checkSlider(browser context.Context) {
	p.t.Helper()
	alert := p.id("alert", "Pump north")
	p.open(browser, "alerts/"+alert)
	p.do(browser, "the slider", chromedp.Focus("#threshold0"), chromedp.KeyEvent(kb.Home),
		waitUntil(`location.search.includes('threshold0=') && document.getElementById('summary').textContent.includes('fired at 2026-01-14T')`),
		chromedp.KeyEvent(kb.ArrowRight),
		waitUntil(`document.getElementById('threshold0').value !== document.getElementById('threshold0').min`),
		waitUntil(`location.search.includes('threshold0=' + document.getElementById('threshold0').value)`), waitUntil(ready))
	if !evaluate[bool](browser, p, `document.activeElement.id === 'threshold0' &&
		document.querySelector('output').textContent === document.getElementById('threshold0').value`) {
		p.t.Error("the slider has lost the focus, or shows a different value")
	}
	p.checkLoadedOnce(browser, "the slider")
	p.do(browser, "the link with the threshold", chromedp.Navigate(evaluate[string](browser, p, `location.href`)), waitUntil(ready),
		waitUntil(`document.getElementById('summary').textContent.includes('fired at')`))
}

// checkPicker selects a time range and then types one. The URL of every image on the page must contain the new range, and an error message
// must appear next to an invalid time.
func (p *project) checkPicker(browser context.Context) {
	p.t.Helper()
	view := "dashboards/" + p.id("dashboard", "") + "?tab=" + p.id("tab", "Operation")
	p.open(browser, view)
	const used = `[...document.querySelectorAll('figure[data-panel]')].every((f) => f.dataset.panel.includes(%))`
	p.do(browser, "a usual time range",
		script(`[...document.querySelectorAll('.presets a')].find((a) => a.textContent === 'Last 6 hours').click()`),
		waitUntil(`new URLSearchParams(location.search).get('from') === 'now - 6h'`),
		waitUntil(strings.ReplaceAll(used, "%", "'from=now+-+6h'")),
		waitUntil(`document.querySelector('.presets a[aria-current]')?.textContent === 'Last 6 hours'`),
		waitUntil(`document.getElementById('from').value === 'now - 6h'`), waitUntil(ready))
	p.do(browser, "an invalid time", chromedp.Focus("#from"), script(`document.activeElement.select()`), chromedp.KeyEvent("yesterday"+kb.Enter),
		waitUntil(`document.getElementById('from-problem')?.textContent.includes('is not a time')`),
		waitUntil(`document.activeElement.id === 'from' && document.activeElement.getAttribute('aria-invalid') === 'true'`), waitUntil(ready))
	p.checkView(browser, view+"&from=yesterday&until=x", "dark", 400)
	p.checkView(browser, view+"&from=yesterday&until=x", "light", 1280)
	p.open(browser, view)
	p.do(browser, "own times", chromedp.Focus("#from"), chromedp.KeyEvent("2026-01-14T06:00Z"+kb.Tab+"2026-01-14T09:00Z"+kb.Enter),
		waitUntil(`new URLSearchParams(location.search).get('until') === '2026-01-14T09:00Z'`),
		waitUntil(strings.ReplaceAll(used, "%", "'until=2026-01-14T09'")), waitUntil(ready),
		waitUntil(strings.ReplaceAll(used, "f.dataset.panel.includes(%)", "f.querySelector('img').src.includes('until=2026-01-14T09')")))
	p.checkLoadedOnce(browser, "the picker")
	other := evaluate[string](browser, p, `[...document.querySelectorAll('.tabs a')].find((a) => !a.ariaCurrent).href`)
	p.do(browser, "a different tab", chromedp.Navigate(other), waitUntil(ready),
		waitUntil(`document.querySelector('.tabs a[aria-current]').textContent === 'Maintenance'`),
		waitUntil(`document.getElementById('until').value === '2026-01-14T09:00Z'`))
	p.open(browser, view)
	p.do(browser, "back", chromedp.Focus("#until"), chromedp.KeyEvent("now - 1h"+kb.Enter), waitUntil(`location.search.includes('until=')`),
		script(`history.back()`), waitUntil(`!location.search.includes('until=') && document.getElementById('until').value === ''`),
		waitUntil(`!document.querySelector('figure[data-panel*="until="]')`), waitUntil(ready))
}

// checkEmails opens an e-mail with the keyboard and checks that it stays open when more events occur.
func (p *project) checkEmails(browser context.Context) {
	p.t.Helper()
	alert := p.id("alert", "Pump north")
	p.edit("alert", alert, func(doc map[string]any) {
		doc["status"], doc["status_text"], doc["destinations_list"] = "error", "The first reason", []any{"ops@example.com"}
	})
	p.open(browser, "events")
	const mail = `[...document.querySelectorAll('.events li')]
		.find((li) => li.querySelector('.reason')?.textContent === 'The first reason')?.querySelector('details')`
	p.do(browser, "the e-mail", waitUntil(mail), script(mail+`.querySelector('summary').focus()`),
		chromedp.KeyEvent(kb.Enter), waitUntil(mail+`.open`))
	p.edit("alert", alert, func(doc map[string]any) { doc["status"], doc["status_text"] = "timeout", "The second reason" })
	p.do(browser, "the next e-mail", waitUntil(`document.querySelector('.events').textContent.includes('The second reason')`))
	if !evaluate[bool](browser, p, mail+`.open && document.activeElement === `+mail+`.querySelector('summary') &&
		`+mail+`.querySelector('.mail').textContent.includes('ops@example.com') && document.querySelectorAll('details[open]').length === 1`) {
		p.t.Error("the e-mail does not stay open")
	}
	p.checkLoadedOnce(browser, "the e-mails")
	for _, theme := range []string{"light", "dark"} {
		p.setThemeAndWidth(browser, theme, 400)
		p.do(browser, "events in "+theme, script(`document.querySelectorAll('details').forEach((d) => { d.open = true })`))
		p.checkOpenView(browser, "open e-mails in "+theme)
	}
}
