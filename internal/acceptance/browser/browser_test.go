// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package browser tests the reference server's web page in Chromium after the real Terraform has applied examples/complete.
package browser

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/page"
)

func TestMain(m *testing.M) {
	terraformtest.Main(m, func() tfprotov6.ProviderServer { return provider.NewServer("test")() })
}

// axe is axe-core 4.14.1 from npm, a library that checks the accessibility of web pages.
//
//go:embed testdata/axe.min.js
var axe string

// patience is the time limit for each wait for the browser. It is long because other packages' tests run at the same time.
const patience = time.Minute

// project is the test environment: a reference server, and a copy of examples/complete that Terraform has applied to it.
type project struct {
	t         *testing.T
	server    *refserver.Server
	url       string
	directory string // directory of the configuration
	terraform *terraform.Terraform
}

func newProject(t *testing.T) *project {
	t.Helper()
	const example = "../../../examples/complete"
	readme, err := os.ReadFile(example + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := regexp.MustCompile(`reference-server -series (\S+) -metadata (\S+)\n`).FindSubmatch(readme)
	if documented == nil {
		t.Fatal("the example's README does not start the server with data")
	}
	server, err := refserver.New(refserver.Options{
		Series: []string{filepath.Join(example, string(documented[1]))}, Metadata: filepath.Join(example, string(documented[2])),
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := page.New(server)
	web := httptest.NewServer(shown.Wrap(server))
	t.Cleanup(func() {
		shown.Close()
		web.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	directory := t.TempDir()
	if err := os.CopyFS(directory, os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, server: server, url: web.URL, directory: directory}
	p.terraform = terraformtest.NewServed(t, directory,
		"ENGINE_BASE_URL="+web.URL, "ENGINE_ACCESS_ID="+server.AccessID(), "ENGINE_SECRET_KEY="+server.SecretKey())
	if err := p.terraform.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.apply()
	return p
}

func (p *project) apply(arguments ...string) {
	p.t.Helper()
	terraformtest.Do(p.t, p.terraform, append([]string{"apply", "-auto-approve"}, arguments...))
}

func (p *project) startBrowser() context.Context {
	p.t.Helper()
	binary := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		found, err := exec.LookPath(name)
		if err == nil && exec.CommandContext(p.t.Context(), found, "--version").Run() == nil {
			binary = found
			break
		}
	}
	if binary == "" {
		p.t.Skip("there is no Chromium on the PATH that runs")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(p.t.Context(), options...)
	p.t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	p.t.Cleanup(end)
	console := chromedp.Console(ctx)
	p.t.Cleanup(func() {
		for message, err := range console {
			if err != nil {
				return
			}
			if message.IsException() || message.Type == "error" {
				p.t.Errorf("the browser's console has the error %s", message)
			}
		}
	})
	p.t.Cleanup(end) // runs before the cleanups above and ends the loop that reads the browser's console
	return ctx
}

func (p *project) do(ctx context.Context, what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, end := context.WithTimeout(ctx, patience)
	defer end()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

func evaluate[T any](ctx context.Context, p *project, expression string) T {
	p.t.Helper()
	ctx, end := context.WithTimeout(ctx, patience)
	defer end()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func script(code string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](code)
}

func waitUntil(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience))
}

// ready is a JavaScript expression that is true when the page receives live updates and all images in its charts have loaded.
const ready = `document.getElementById('connection').textContent === 'live' &&
	[...document.querySelectorAll('figure[data-panel]')].every((f) => f.querySelector('img')?.complete)`

// views returns the paths of the pages to open. They include the pages of one object of each kind, except events and notifications.
func (p *project) views() []string {
	views := []string{"", "dashboards", "alerts", "components", "functions", "nodes", "events", "requests"}
	for _, kind := range p.server.Kinds() {
		for i, doc := range p.server.Objects(kind) {
			if i == 0 && kind != "event" && kind != "notification" {
				id, _ := doc["id"].(string)
				views = append(views, "objects/"+kind+"/"+id)
				switch kind {
				case "dashboard", "alert", "component", "widget":
					views = append(views, kind+"s/"+id)
				}
			}
		}
	}
	return append(views, "dashboards/"+p.id("dashboard", "")+"/changes")
}

func (p *project) id(kind, name string) string {
	p.t.Helper()
	for _, doc := range p.server.Objects(kind) {
		if text, _ := doc["name"].(string); strings.Contains(text, name) {
			id, _ := doc["id"].(string)
			return id
		}
	}
	p.t.Fatalf("there is no %s with the name %s", kind, name)
	return ""
}

// TestPage starts the reference server as described in examples/complete/README.md, and checks that no widget shows "No data". If Chromium
// is available, the test opens every page in a wide, light window and in a narrow, dark one. It then uses the pages as a person would, for
// example by moving a slider, and follows all links.
func TestPage(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	for _, widget := range p.server.Objects("widget") {
		if body := p.get(page.Path + fmt.Sprintf("widgets/%s/panel.json", widget["id"])); strings.Contains(body, "No data") {
			t.Errorf("the widget %s shows %s", widget["name"], body)
		}
	}
	browser := p.startBrowser()
	for _, view := range p.views() {
		for _, look := range []struct {
			theme string
			width int64
		}{{"light", 1280}, {"dark", 400}} {
			p.checkView(browser, view, look.theme, look.width)
		}
	}
	p.checkUpdate(browser)
	p.checkAdditions(browser)
	p.checkSlider(browser)
	p.checkPicker(browser)
	p.checkEmails(browser)
	p.checkLinks()
}

// checkView opens a page and checks that it fits the width and violates none of axe's accessibility rules.
func (p *project) checkView(browser context.Context, view, theme string, width int64) {
	p.t.Helper()
	p.setThemeAndWidth(browser, theme, width)
	p.do(browser, view, chromedp.Navigate(p.url+page.Path+view))
	p.checkOpenView(browser, fmt.Sprintf("%s in %s at %d pixels", view, theme, width))
}

func (p *project) setThemeAndWidth(browser context.Context, theme string, width int64) {
	p.t.Helper()
	scheme := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: theme}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{scheme}}
	if _, err := chromedp.Call(browser, emulation.SetEmulatedMedia, media); err != nil {
		p.t.Fatal(err)
	}
	p.do(browser, theme, chromedp.EmulateViewport(width, 900))
}

func (p *project) checkOpenView(browser context.Context, what string) {
	p.t.Helper()
	p.do(browser, what, waitUntil(ready), script(axe))
	if overflow := evaluate[int](browser, p, `document.documentElement.scrollWidth - innerWidth`); overflow > 0 {
		p.t.Errorf("%s is %d pixels too wide", what, overflow)
	}
	broken := evaluate[[]string](browser, p, `axe.run().then((r) => r.violations.map((v) =>
		v.id + ': ' + v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')))`)
	for _, rule := range broken {
		p.t.Errorf("%s breaks the rule %s", what, rule)
	}
}

// checkUpdate applies a changed threshold, and checks that the open page shows it without a reload.
func (p *project) checkUpdate(browser context.Context) {
	p.t.Helper()
	pressure := p.id("widget", "Discharge pressure")
	figure := `document.querySelector('figure[data-key="` + pressure + `"]')`
	p.do(browser, "the dashboard",
		chromedp.EmulateViewport(1280, 400),
		chromedp.Navigate(p.url+page.Path+"dashboards/"+p.id("dashboard", "")+"?tab="+p.id("tab", "Operation")), waitUntil(ready),
		script(`scrollTo(0, 40); window.loadedOnce = true; window.oldVersion = `+figure+`.dataset.version`),
	)
	p.apply("-var-file=changed.tfvars")
	p.do(browser, "the update",
		waitUntil(figure+`.dataset.version !== window.oldVersion`), waitUntil(ready),
		waitUntil(`document.querySelectorAll('aside .tag.changed').length > 5`),
	)
	if !evaluate[bool](browser, p, `window.loadedOnce === true && scrollY === 40`) {
		p.t.Error("the page was loaded again, or lost its place")
	}
}

func (p *project) checkLinks() {
	p.t.Helper()
	links := map[string]bool{}
	address := regexp.MustCompile(`(?:href|src)="([^"#][^"]*)"`)
	for _, view := range p.views() {
		base := &url.URL{Path: page.Path + view}
		for _, match := range address.FindAllStringSubmatch(p.get(page.Path+view), -1) {
			link, err := base.Parse(html.UnescapeString(match[1]))
			if err != nil {
				p.t.Fatal(err)
			}
			links[link.RequestURI()] = true
		}
	}
	if len(links) < 30 {
		p.t.Errorf("there are only %d links", len(links))
	}
	for link := range links {
		p.get(link)
	}
}

// get returns the body of a response. If the status is not 200, it fails the test.
func (p *project) get(path string) string {
	p.t.Helper()
	response, err := http.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil || response.StatusCode != http.StatusOK {
		p.t.Errorf("%s has the status %d (%v)", path, response.StatusCode, err)
	}
	return string(body)
}
