// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// topic describes where an object's pages appear in the registry's navigation and lists the guides about the object.
type topic struct {
	subcategory string
	guides      []string // file names without .md
}

// topics maps each kind of object to its topic. The pages for the object's data sources, list resource and actions have the same topic.
func topics() map[string]topic {
	dashboards := topic{"Dashboards", []string{"draw"}}
	components := topic{"Components", []string{"secrets-and-imports"}}
	return map[string]topic{
		"alert":     {"Alerts", []string{"rehearsal", "alert-sets", "draw"}},
		"dashboard": dashboards,
		"tab":       dashboards,
		"widget":    dashboards,
		"component": components,
		"routine":   components,
		"function":  {"Compute", nil},
		"node":      {"Compute", nil},
		"document":  {"Any kind", []string{"other-kinds"}},
	}
}

// functionTopics maps each provider function to the kind of object it belongs to. Functions that are not in the map belong to alerts.
func functionTopics() map[string]string {
	return map[string]string{"layout": "widget"}
}

// topicOf returns the topic of a page such as resources/alert.md. The index has an empty topic.
func topicOf(name string) (topic, error) {
	directory, base := path.Split(strings.TrimSuffix(name, ".md"))
	if directory == "" {
		return topic{}, nil
	}
	kind := kindOf(directory, base)
	t, ok := topics()[kind]
	if !ok {
		return topic{}, fmt.Errorf("%s belongs to no topic: add its kind of object to topics.go", name)
	}
	switch directory {
	case "resources/":
		t.guides = append(t.guides, "managed", "checks-at-plan")
	case "list-resources/", "actions/":
		t.guides = []string{"newer-terraform"}
	}
	return t, nil
}

// kindOf returns the kind of object that a page is about, such as alert for data-sources/alert_events.md.
func kindOf(directory, base string) string {
	if directory == "functions/" {
		return cmp.Or(functionTopics()[base], "alert")
	}
	for kind := range topics() {
		if base == kind || base == kind+"s" || strings.HasPrefix(base, kind+"_") {
			return kind
		}
	}
	return ""
}

// sectionsOf returns the attribute sections for a page such as data-sources/alerts.md, or nil for a page without sections, such as a guide.
func sectionsOf(name string) []catalog.Section {
	directory, base := path.Split(strings.TrimSuffix(name, ".md"))
	if name == "index.md" {
		return []catalog.Section{
			{Title: "Engine and credentials", Attributes: []string{"base_url", "access_id", "secret_key", "auth_scheme", "ca_cert_file"}},
			{Title: "Requests", Attributes: []string{
				"request_timeout", "max_retries", "retry_max_wait", "max_requests_per_second", "bulk_reads",
			}},
			{Title: "Tags", Attributes: []string{"default_tags"}},
		}
	}
	if name == "resources/document.md" {
		return []catalog.Section{{Title: "What it is", Attributes: []string{"path", "body", "body_wo", "body_wo_version"}}}
	}
	for _, o := range catalog.Objects() {
		if (directory == "resources/" || directory == "data-sources/") && (base == o.Name || base == o.Plural) {
			return append(o.Sections, catalog.Section{Title: "Other keys", Attributes: []string{"extra"}})
		}
	}
	return nil
}
