// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import "time"

// variant is a provider and how it reaches the engine.
type variant struct {
	name        string
	provider    string // as providerVariable names it
	latency     time.Duration
	noBulkReads bool
	localState  bool
}

// distance is the additional time per request to a distant engine.
const distance = 50 * time.Millisecond

// distant returns the variant with a distant engine.
func (v variant) distant() variant {
	v.name += " at 50 ms"
	v.latency = distance
	return v
}

// onLocalFile returns the variant with its state in a local file; the others use a store.
func (v variant) onLocalFile() variant {
	v.name += " on a local state file"
	v.localState = true
	return v
}

// floor is the echo: it answers with the values it receives. Like a provider that leaves the plugin libraries at their defaults, it
// logs all their lines.
func floor() variant { return variant{name: "floor", provider: echoProvider} }

// silentFloor is the echo without log lines. A provider that logs nothing spends the time above this floor on its own work.
func silentFloor() variant { return variant{name: "silent floor", provider: silentEchoProvider} }

func (s settings) released() variant { return variant{name: "provider", provider: s.provider} }

func shortWayOff() variant { return variant{name: "short way off", provider: frameworkProvider} }

func (s settings) bulkReadsOff() variant {
	return variant{name: "bulk reads off", provider: s.provider, noBulkReads: true}
}
