// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package documents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const asset = "asset/assets"

func assetWith(body string) string {
	return fmt.Sprintf("resource \"engine_document\" \"it\" {\n  path = \"asset/assets/\"\n  body = jsonencode(%s)\n}\n", body)
}

// TestLifeOfADocument creates, changes and destroys an engine_document, and changes its attribute "path". It repeats this with several
// switches of the reference server.
func TestLifeOfADocument(t *testing.T) {
	t.Parallel()
	for _, habit := range []string{"", "late-creates=50ms", "late-updates=50ms", "no-etags", "weak-etags", "bare"} {
		t.Run("habit "+habit, func(t *testing.T) {
			t.Parallel()
			options := refserver.Options{}
			if habit != "" {
				options.Habits = []string{habit}
			}
			live(newWorkplace(t, options))
		})
	}
}

func live(w *workplace) {
	w.Helper()
	w.apply(assetWith(`{ name = "Pump 1", settings = { low = 1, high = 9 }, ports = [{ name = "a" }] }`), "+1 ~0 -0 <0")
	id := fmt.Sprint(w.only(asset)["id"])

	// Somebody else adds fields that the attribute "body" does not declare, also inside a nested object. The plan must be empty.
	w.edit(func(doc map[string]any) {
		doc["owner"] = "somebody"
		below(doc, "settings")["unit"] = "bar"
	})
	w.planEmpty()

	// If somebody else changes a declared field, the plan must show this. The apply must restore the field and keep the undeclared fields.
	w.edit(func(doc map[string]any) {
		below(doc, "settings")["low"] = 5
		doc["name"] = ""
	})
	w.apply(assetWith(`{ name = "Pump 1", settings = { low = 1, high = 9 }, ports = [{ name = "a" }] }`), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"name":"Pump 1","settings":{"high":9,"low":1,"unit":"bar"}}`)

	// The PATCH must contain only the top-level fields that changed, and null for each field that was removed from the attribute "body".
	w.apply(assetWith(`{ settings = { low = 2 }, ports = [] , name = "Pump 1" }`), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"ports":[],"settings":{"high":null,"low":2,"unit":"bar"}}`)
	w.apply(assetWith(`{ settings = { low = 2 } }`), "+0 ~1 -0 <0")
	if doc := w.only(asset); doc["owner"] != "somebody" || doc["id"] != id || doc["name"] != nil {
		w.Errorf("the engine has %v", doc)
	}

	// If only the spelling of the attribute "body" or "path" is different, the plan must be empty.
	w.apply(strings.Replace(assetWith(`{}`), `jsonencode({})`, `"{ \"settings\" : { \"low\" : 2 } }"`, 1), nothing)
	w.apply(strings.Replace(assetWith(`{ settings = { low = 2 } }`), "assets/", "assets", 1), nothing)

	// If somebody else removes the object, the apply must create it again. A different value of the attribute "path" must replace the
	// object.
	if err := w.Remove(asset, id); err != nil {
		w.Fatal(err)
	}
	w.apply(assetWith(`{ settings = { low = 2 } }`), "+1 ~0 -0 <0")
	w.apply(strings.Replace(assetWith(`{ settings = { low = 2 } }`), asset, "tag/tags", 1), "+1 ~0 -1 <0")
	w.destroy(asset, "tag/tags")
}

func below(doc map[string]any, key string) map[string]any {
	object, _ := doc[key].(map[string]any)
	return object
}

// TestDocumentsThatCannotBe checks the errors for a body that is not a JSON object or that contains an id, and for a path that does not
// name a collection.
func TestDocumentsThatCannotBe(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	w.refused(assetWith(`["a"]`), "Not a JSON object")
	w.refused(assetWith(`{ id = "7" }`), "The engine sets the id")
	w.refused(strings.Replace(assetWith(`{}`), `jsonencode({})`, `"hush"`, 1), "Not JSON")
	for _, path := range []string{"https://other.example/a", "../../admin", "asset/assets?name=a", "v3/engine/asset/assets", ""} {
		w.refused(strings.Replace(assetWith(`{}`), "asset/assets/", path, 1), "Not the path of a collection")
	}
	if requests := w.Requests(); len(requests) > 0 {
		t.Errorf("the engine was asked for %v", requests)
	}
	w.write(strings.Replace(assetWith(`{}`), "asset/assets/", "pump/pumps", 1))
	if told, _, err := w.command("apply", "-auto-approve"); err == nil {
		t.Errorf("an object was made where the engine has no collection: %+v", told)
	}
	// If the engine refuses a create, Terraform must print the engine's error, and the state must not contain the object.
	w.write(assetWith(`{ name = 5 }`))
	told, _, err := w.command("apply", "-auto-approve")
	if err == nil || len(told) != 1 || !strings.Contains(told[0].Detail, "name: ") {
		t.Errorf("%+v (%v)", told, err)
	}
}

// TestSilentEngine uses an engine that leaves some keys out of its answers. If the engine has never shown a key, the state keeps the
// declared value. If the engine has shown a key before and now leaves it out, the plan must show a change.
func TestSilentEngine(t *testing.T) {
	t.Parallel()
	pin := regexp.MustCompile(`,"pin":"\d+"`)
	w := newWorkplaceBehind(t, refserver.Options{}, func(engine string) string {
		target, err := url.Parse(engine)
		if err != nil {
			t.Fatal(err)
		}
		hides := &httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
			ModifyResponse: func(r *http.Response) error {
				text, err := io.ReadAll(r.Body)
				text = pin.ReplaceAll(text, nil)
				r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
				r.Header.Set("Content-Length", strconv.Itoa(len(text)))
				return errors.Join(err, r.Body.Close())
			},
		}
		server := httptest.NewServer(hides)
		t.Cleanup(server.Close)
		return server.URL
	})
	config := assetWith(`{ color = "red", name = "a", pin = "1234" }`)
	if warnings := w.apply(config, "+1 ~0 -0 <0"); !slices.Equal(warnings, []string{"The engine does not answer everything"}) {
		t.Errorf("the warnings are %q", warnings)
	}
	w.apply(strings.Replace(config, "1234", "4321", 1), "+0 ~1 -0 <0")
	if doc := w.only(asset); doc["pin"] != "4321" {
		t.Errorf("the engine has %v", doc)
	}
	w.edit(func(doc map[string]any) { delete(doc, "color") })
	w.plan("+0 ~1 -0 <0")
	w.destroy(asset)
}

// TestImportOfADocument imports an object. The state must show all fields with a value. The plan must be empty, also with a configuration
// that declares fewer fields. When another field changes, the undeclared fields must stay.
func TestImportOfADocument(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	created, err := w.Client(t).Create(t.Context(), collection(t, asset), map[string]any{
		"name": "${pump} %{ if }\n\"1\"", "none": nil, "settings": map[string]any{"low": 1, "text": "{\"a\":1}"},
		"list":       []any{1, "two", map[string]any{"three": nil}},
		"parameters": []any{map[string]any{"name": "p", "sensitive": true, "value": "hush"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.ClearRequests()
	block := fmt.Sprintf("import {\n  provider = engine\n  to = engine_document.it\n  id = \"asset/assets/%s\"\n}\n", created["id"])
	generated := filepath.Join(w.folder, "generated.tf")
	w.write(block)
	told, changes, err := w.command("plan", "-generate-config-out="+generated)
	if err != nil || changes != "+0 ~0 -0 <1" || !slices.Contains(summaries(told), "Left out of the import") {
		t.Fatalf("planned %s: %+v (%v)", changes, told, err)
	}
	text, err := os.ReadFile(generated)
	if err != nil || strings.Contains(string(text), "hush") || strings.Contains(string(text), "created_at") {
		t.Fatalf("generated %s (%v)", text, err)
	}
	w.apply(strings.Replace(block, "  provider = engine\n", "", 1), "+0 ~0 -0 <1")
	if err := os.Remove(generated); err != nil {
		t.Fatal(err)
	}
	w.apply(assetWith(`{ settings = { low = 1 } }`), nothing)
	w.wantSent(patch, "")
	w.apply(assetWith(`{ settings = { low = 2 } }`), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"settings":{"low":2,"text":"{\"a\":1}"}}`)
	if doc := w.only(asset); doc["list"] == nil || doc["parameters"] == nil {
		t.Errorf("what was never declared is gone: %v", doc)
	}
	w.edit(func(doc map[string]any) { doc["list"] = nil })
	w.planEmpty()
	w.destroy(asset)
}

// TestHiddenKeys declares secrets in body_wo, the write-only part of an engine_document. The engine must get the secrets, but the state and
// the output must not contain them. A changed secret must be sent when body_wo_version changes, or when another part of the same field
// changes.
func TestHiddenKeys(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	with := func(body, hidden string, version int) string {
		return strings.Replace(assetWith(body), "\n}", fmt.Sprintf("\n  body_wo = jsonencode(%s)\n  body_wo_version = %d\n}", hidden, version), 1)
	}
	terraformtest.Since(t, w.run, 11, 11)
	w.refused(with(`{ login = { user = "a" } }`, `{ login = { user = "b" } }`, 1), "Declared twice")
	w.apply(with(`{ name = "a", login = { user = "me" } }`, `{ login = { password = "hush-hush" }, pin = "secret-pin" }`, 1), "+1 ~0 -0 <0")
	w.wantSent(post, `{"login":{"password":"hush-hush","user":"me"},"name":"a","pin":"secret-pin"}`)
	w.edit(func(doc map[string]any) { below(doc, "login")["password"] = "****" })
	w.apply(with(`{ name = "b", login = { user = "me" } }`, `{ login = { password = "other-hush" }, pin = "other-pin" }`, 1), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"name":"b"}`)
	w.apply(with(`{ name = "b", login = { user = "you" } }`, `{ login = { password = "other-hush" }, pin = "other-pin" }`, 1), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"login":{"password":"other-hush","user":"you"}}`)
	w.apply(with(`{ name = "b", login = { user = "you" } }`, `{ login = { password = "third-hush" }, pin = "other-pin" }`, 2), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"login":{"password":"third-hush","user":"you"},"pin":"other-pin"}`)
	for _, file := range []string{"terraform.tfstate", "terraform.log"} {
		text, err := os.ReadFile(filepath.Join(w.folder, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"hush", "other-pin", "secret-pin"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s has %s", file, secret)
			}
		}
	}
	w.destroy(asset)
}

// TestRivalOfADocument lets somebody else change an object between plan and apply. The apply must overwrite only the declared fields, and
// warn about it.
func TestRivalOfADocument(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	w.apply(assetWith(`{ name = "a", settings = { low = 1 } }`), "+1 ~0 -0 <0")
	w.write(assetWith(`{ name = "b", settings = { low = 2 } }`))
	if told, _, err := w.command("plan", "-out=plan.tfplan"); err != nil {
		t.Fatalf("%+v (%v)", told, err)
	}
	w.edit(func(doc map[string]any) {
		doc["name"], doc["owner"] = "theirs", "somebody"
		below(doc, "settings")["unit"] = "bar"
	})
	w.ClearRequests()
	told, _, err := w.command("apply", "plan.tfplan")
	if err != nil || !slices.Equal(summaries(told), []string{"Somebody else has changed the document"}) {
		t.Errorf("%+v (%v)", told, err)
	}
	w.wantSent(patch, `{"name":"b","settings":{"low":2,"unit":"bar"}}`)
	w.destroy(asset)
}
