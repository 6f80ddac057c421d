// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// words returns a pattern for a text in Terraform's output. Terraform may put a line break and a vertical bar between two words of the
// text.
func words(text string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(text)
	return regexp.MustCompile(strings.ReplaceAll(quoted, " ", `[\s│]+`))
}

// TestBadInput applies configurations with one mistake each. The provider finds some of the mistakes, and the engine refuses the others.
func TestBadInput(t *testing.T) {
	t.Parallel()
	const node = "resource \"engine_node\" \"it\" {\n  name = \"n\"\n  type = \"self_hosted\"\n}\n"
	cases := map[string]struct {
		body string
		want []string
	}{
		"value out of its list": {
			body: `resource "engine_alert" "it" { 
				name = "a"
				type = "rate"
				rate_value = 5
				rate_unit = "minute"
				severity = "SEV9"
			}`,
			want: []string{`severity is "SEV9", but it has to be "SEV1", "SEV2",`, `severity = "SEV9"`},
		},
		"wrong type": {
			body: `resource "engine_tab" "it" { 
				name = "t"
				dashboard = "d"
				order = "first"
			}`,
			want: []string{`Inappropriate value for attribute "order": a number is required.`},
		},
		"parent that does not exist": {
			body: `resource "engine_tab" "it" { 
				name = "t"
				dashboard = "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0001"
			}`,
			want: []string{"Could not create the tab", "The engine refused dashboard:", "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0001", "answered 400"},
		},
		"extra key that is an attribute": {
			body: `resource "engine_node" "it" { 
				name = "n"
				type = "self_hosted"
				extra = jsonencode({ type = 5, site = "y" })
			}`,
			want: []string{"extra holds the key type, which is declared as an attribute too. Declare it in one place"},
		},
		"extra key that its attribute can express": {
			body: `resource "engine_dashboard" "it" {
				name = "n"
				extra = jsonencode({ description = "x", site = "y" })
			}`,
			want: []string{"extra holds the key description, which has an attribute of its own. Declare it there"},
		},
		"extra that is not an object": {
			body: `resource "engine_node" "it" { 
				name = "n"
				type = "self_hosted"
				extra = jsonencode(["x"])
			}`,
			want: []string{"extra has to be the text of a JSON object"},
		},
		"malformed JSON text": {
			body: `resource "engine_node" "it" { 
				name = "n"
				type = "self_hosted"
				extra = "{ site = 1 }"
			}`,
			want: []string{"extra has to be JSON text; jsonencode(...) writes it"},
		},
		"malformed JSON in a text of the engine": {
			body: `resource "engine_alert" "it" { 
				name = "a"
				type = "rate"
				rate_value = 5
				rate_unit = "minute"
				severity = "SEV1"
				alert_items = [{ ref_id = "A", type = "QUERY", query_plain = "[oops" }]
			}`,
			want: []string{"alert_items[0].query_plain has to be JSON text"},
		},
		"unknown attribute": {
			body: `resource "engine_node" "it" { 
				name = "n"
				type = "self_hosted"
				kind = "x"
			}`,
			want: []string{`An argument named "kind" is not expected here.`},
		},
		"data source without a way to find": {
			body: node + `data "engine_node" "it" {}`,
			want: []string{"Declare the id or the name of the node."},
		},
		"data source with two ways to find": {
			body: node + `data "engine_node" "it" { 
				id = "x"
				name = "y" 
			}`,
			want: []string{"Declare id or name, not both."},
		},
		"name without its scope": {
			body: `data "engine_tab" "it" { name = "t" }`,
			want: []string{"The name of a tab is unique only within its dashboard"},
		},
		"data source of nothing by id": {
			body: `data "engine_alert" "it" { id = "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0002" }`,
			want: []string{`The engine has no alert with the id "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0002".`},
		},
		"data source of nothing by name": {
			body: `data "engine_alert" "it" { name = "nobody" }`,
			want: []string{`The engine has no alert with the name "nobody".`},
		},
		"name that two objects have": {
			body: `
				resource "engine_node" "it" {
					count = 2
					name = "twin"
					type = "self_hosted"
				}
				data "engine_node" "it" { 
					name = "twin"
					depends_on = [engine_node.it]
				}`,
			want: []string{`2 nodes have the name "twin":`, "Declare the id of the one that is meant."},
		},
		"import id that does not exist": {
			body: node + "import {\n  to = engine_node.it\n  id = \"0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0003\"\n}",
			want: []string{`The engine has no node with the id "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0003".`},
		},
		"import id with a type word that the object has not": {
			body: node + "import {\n  to = engine_node.it\n  id = \"algorithm/1\"\n}",
			want: []string{`"algorithm/1" is no node id.`},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			run := startProviders(t, factories())
			for i, want := range c.want {
				if i > 0 && len(e.writes()) > 0 && name != "name that two objects have" {
					break
				}
				run.fails(t, e.Config(c.body), want)
			}
		})
	}
}

// TestBadConnection checks the errors for provider blocks that let no request reach the engine, for example a block with a wrong URL.
func TestBadConnection(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<html><body>Welcome to the intranet</body></html>")
	}))
	t.Cleanup(page.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()

	block := func(url, id, key, more string) string {
		return fmt.Sprintf("provider \"engine\" {\n  base_url = %q\n  access_id = %q\n  secret_key = %q\n  %s\n}\n", url, id, key, more)
	}
	cases := map[string]struct {
		block string
		want  string
	}{
		"wrong key": {block(e.URL, e.AccessID(), "wrong", ""), "401"},
		"no server": {block(gone.URL, "a", "b", "max_retries = 0"), "connection refused"},
		"a page":    {block(page.URL, "a", "b", ""), "base_url"},
		"relative address": {
			block: block("engine.example.com", "a", "b", ""),
			want:  `base_url (or ENGINE_BASE_URL) is "engine.example.com", but it has to begin with https:// or http://`,
		},
		"key of two words": {block(e.URL, "a", "b c", ""), "secret_key (or ENGINE_SECRET_KEY) contains a space"},
		"no key": {
			block: fmt.Sprintf("provider \"engine\" {\n  base_url = %q\n  access_id = \"a\"\n}\n", e.URL),
			want:  "Set secret_key in the provider block, or the environment variable ENGINE_SECRET_KEY.",
		},
		"wrong duration": {
			block: block(e.URL, "a", "b", `request_timeout = "30"`),
			want:  `request_timeout (or ENGINE_REQUEST_TIMEOUT) is "30", but it has to be a duration above 0`,
		},
		"wrong retries": {
			block: block(e.URL, "a", "b", `max_retries = -1`),
			want:  `max_retries (or ENGINE_MAX_RETRIES) is "-1", but it has to be a whole number, 0 or more.`,
		},
		"wrong authorities": {block(e.URL, "a", "b", `ca_cert_file = "/does/not/exist.pem"`), "ca_cert_file (or ENGINE_CA_CERT_FILE)"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			startProviders(t, factories()).fails(t, c.block+"data \"engine_nodes\" \"all\" {}\n", c.want)
		})
	}
}

func TestArgumentsFromEnvironment(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	t.Setenv("ENGINE_BASE_URL", "http://127.0.0.1:1/never-asked")
	t.Setenv("ENGINE_ACCESS_ID", e.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", e.SecretKey())
	t.Setenv("ENGINE_MAX_RETRIES", "2")
	config := fmt.Sprintf("provider \"engine\" {\n  base_url = %q\n}\ndata \"engine_nodes\" \"all\" {}\n", e.URL)
	run := startProviders(t, factories())
	run.apply(t, config)
	if nodes, ok := run.state(t)["data.engine_nodes.all"]["nodes"].([]any); !ok || len(nodes) > 0 {
		t.Errorf("the nodes are %v", nodes)
	}
	t.Setenv("ENGINE_MAX_RETRIES", "many")
	run.fails(t, config, `max_retries (or ENGINE_MAX_RETRIES) is "many", but it has to be a whole number, 0 or more.`)
}

// TestUnknownArguments plans with a base_url that is known only after apply. The plan of a new object must succeed, because it needs no
// request.
func TestUnknownArguments(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	actions := run.applied(t, fmt.Sprintf(`
		resource "terraform_data" "url" { input = %q }
		provider "engine" {
			base_url   = terraform_data.url.output
			access_id  = %q
			secret_key = %q
		}
		resource "engine_node" "it" {
			name = "n"
			type = "self_hosted"
		}`, e.URL, e.AccessID(), e.SecretKey()))
	if actions["engine_node.it"] != "create" || run.stateIDs(t)["engine_node.it"] == "" {
		t.Errorf("the plan is %v", actions)
	}
}

// TestMistakesOfIDs checks three errors: for a base_url with a path, for the import of an id that does not exist, and for an object that
// somebody removes between plan and apply.
func TestMistakesOfIDs(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	const config = `resource "engine_node" "it" {
		name = "high load"
		type = "self_hosted"
	}
	`
	wrongBase := func(path string) string {
		return strings.Replace(e.Config(config), e.URL, e.URL+path, 1)
	}
	remove := func() {
		t.Cleanup(e.Before(func(r *http.Request) {
			if r.Method == http.MethodPatch {
				for _, node := range e.Objects("node") {
					if err := e.Remove("node", fmt.Sprint(node["id"])); err != nil {
						t.Error(err)
					}
				}
			}
		}))
	}
	run := startProviders(t, factories())
	run.fails(t, wrongBase("/v3/engine"), `leave out "/v3/engine"`)
	run.fails(t, wrongBase("/v3/"), `leave out "/v3"`)
	run.fails(t, strings.Replace(e.Config(config), e.URL, "http://127.0.0.1:1", 1), // nothing listens there
		"connection refused; check base_url (or ENGINE_BASE_URL) and that the engine runs (after 3 attempts)")
	run.apply(t, e.Config(config))
	for id, want := range map[string]string{
		"high load": "is the name of the node with the id",
		" 7":        "remove the spaces around it",
		"absent":    "The engine has no node with the id",
	} {
		_, err := run.Run(t.Context(), "import", "-state=other.tfstate", "engine_node.it", id)
		if err == nil || !words(want).MatchString(err.Error()) {
			t.Errorf("the import of %q ends with %v, want %q", id, err, want)
		}
	}
	remove()
	run.fails(t, e.Config(strings.Replace(config, "self_hosted", "service_hosted", 1)), "was removed since the plan was made")
}

// TestProviderArgumentsInValidate checks that `terraform validate` reports each wrong argument of the provider block. An argument whose
// value is still unknown must give no error.
func TestProviderArgumentsInValidate(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	reports := validateAlone(t, e, `
		variable "pace" {
			type = number
		}
		provider "engine" {
			alias                   = "wrong"
			base_url                = "engine.example.com"
			access_id               = "two words"
			request_timeout         = "abc"
			retry_max_wait          = "0s"
			max_retries             = -1
			max_requests_per_second = var.pace
		}
		resource "engine_node" "it" {
			provider = engine.wrong
			name     = "n"
			type     = "self_hosted"
		}`)
	for _, want := range []string{
		`base_url (or ENGINE_BASE_URL) is "engine.example.com", but it has to begin with https:// or http://, for example ` +
			`https://engine.example.com.`,
		`access_id (or ENGINE_ACCESS_ID) contains a space.`,
		`request_timeout (or ENGINE_REQUEST_TIMEOUT) is "abc", but it has to be a duration above 0 such as "30s" or "2m".`,
		`retry_max_wait (or ENGINE_RETRY_MAX_WAIT) is "0s", but it has to be a duration above 0 such as "30s" or "2m".`,
		`max_retries (or ENGINE_MAX_RETRIES) is "-1", but it has to be a whole number, 0 or more.`,
	} {
		found := slices.IndexFunc(reports, func(report tfjson.Diagnostic) bool {
			return report.Severity == tfjson.DiagnosticSeverityError && report.Detail == want && report.Snippet != nil
		})
		if found < 0 {
			t.Errorf("no error says: %s", want)
			continue
		}
		reports = slices.Delete(reports, found, found+1)
	}
	for _, report := range reports {
		t.Errorf("%s: %s", report.Severity, report.Detail)
	}
}
