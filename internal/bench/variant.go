// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import "time"

// variant is a provider and how it reaches the engine.
type variant struct {
	name        string
	provider    string // as the launcher takes it
	latency     time.Duration
	noBulkReads bool
	localState  bool
}

// distance is how long a distant engine takes longer for every request.
const distance = 50 * time.Millisecond

// distant is the variant with a distant engine.
func (v variant) distant() variant {
	v.name += " at 50 ms"
	v.latency = distance
	return v
}

// onLocalFile is the variant with its state in a file, where the others have it in a store.
func (v variant) onLocalFile() variant {
	v.name += " on a local state file"
	v.localState = true
	return v
}

// floor serves the provider's schemas and answers with what it got. It writes all lines of the plugin libraries to its log,
// as providers do that leave those as they are.
func floor() variant { return variant{name: "floor", provider: echoProvider} }

// silentFloor writes no line. What a provider that writes none takes longer than it is all its own work.
func silentFloor() variant { return variant{name: "silent floor", provider: silentEchoProvider} }

func (s settings) released() variant { return variant{name: "provider", provider: s.provider} }

func shortWayOff() variant { return variant{name: "short way off", provider: frameworkProvider} }

func (s settings) bulkReadsOff() variant {
	return variant{name: "bulk reads off", provider: s.provider, noBulkReads: true}
}
