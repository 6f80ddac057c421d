// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import "github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"

// Script returns a script for browsers, which then draw charts themselves. "echarts.js" is the library; "option.js" turns a panel.Panel
// into the options of ECharts. ok is false for other names.
func Script(name string) (text string, ok bool) {
	switch name {
	case "echarts.js":
		return echartsScript, true
	case "option.js":
		return optionScript, true
	}
	return "", false
}

// IsChart reports whether a panel needs ECharts. All other panels are drawn in Go.
func IsChart(p panel.Panel) bool {
	return p.Empty == "" && (p.Kind == panel.Lines || p.Kind == panel.Bars || p.Kind == panel.Gauge)
}
