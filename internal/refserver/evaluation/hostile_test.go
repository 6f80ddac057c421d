// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// withExpression returns an alert whose target variable is an item with the given expression.
func withExpression(expression string) Object {
	alert := pressure(Object{"stmt_target_variable": "B"})
	items, _ := alert["alert_items"].([]any)
	alert["alert_items"] = append(items, Object{"ref_id": "B", "type": "EXPRESSION", "expression": expression})
	return alert
}

// TestHostileExpressionsBlockNoAlert creates alerts with expressions that could crash or block a JavaScript engine. The server must respond
// to each create, and other alerts must still run.
func TestHostileExpressionsBlockNoAlert(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "day.json", day)}})
	for _, expression := range expressiontest.Hostile() {
		made := c.Create("alert", withExpression(expression))
		if made["status"] == "timeout" {
			t.Errorf("%.100s: %v", expression, made["status_text"])
		}
	}
	wantEvents(t, c, c.Create("alert", pressure(nil)), whatHappens...)
}

// TestStartWithAlertsThatCantRun checks that a server starts even if its data file contains alerts that can't run. The server must log a
// warning for each of these alerts, and run all other alerts.
func TestStartWithAlertsThatCantRun(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	before := servertest.Serve(t, refserver.Options{Data: data})
	good := before.Must(http.StatusCreated, "POST", servertest.Paths["alert"], pressure(nil))
	bad := map[string]string{}
	for i, expression := range append(expressiontest.Table(), "$A +", "Date.now()", "(() => { throw 'no ' + $A })()") {
		alert := withExpression(expression)
		alert["name"] = fmt.Sprintf("bad-%d", i)
		before.Must(http.StatusCreated, "POST", servertest.Paths["alert"], alert)
		bad[fmt.Sprintf("name=bad-%d ", i)] = expression
	}
	often := pressure(Object{"name": "often", "rate_value": 1.0 / 60})
	before.Must(http.StatusCreated, "POST", servertest.Paths["alert"], often)

	var said bytes.Buffer
	series := []string{file(t, "day.json", day), file(t, "old.csv", "time,p2/pressure\n2025-12-20T00:00:00Z,1\n")}
	after := before.Reopen(refserver.Options{Data: data, Series: series, Log: slog.New(slog.NewTextHandler(&said, nil))})
	if found := events(t, after, good); len(found) < 3 || !slices.Equal(found[len(found)-3:], whatHappens[1:]) {
		t.Errorf("the events are %v", found)
	}
	for name, expression := range bad {
		if !strings.Contains(said.String(), name) && expression != expressiontest.Table()[0] {
			t.Errorf("nothing is said of %.100s: %s", expression, said.String())
		}
	}
	after.Patch("alert", good, Object{"label": "changed"})
	if strings.Contains(said.String(), "error=<nil>") || strings.Contains(said.String(), "name=Pressure") {
		t.Errorf("it reports an alert that did run: %s", said.String())
	}
	if !strings.Contains(said.String(), `name=often status=timeout reason="the alerts would run more than 1000000 times`) {
		t.Errorf("it says %s", said.String())
	}
}
