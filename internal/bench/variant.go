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
}

// distance is how long a distant engine takes longer for every request.
const distance = 50 * time.Millisecond

// distant is the variant with a distant engine.
func (v variant) distant() variant {
	v.name += " at 50 ms"
	v.latency = distance
	return v
}

// floor serves the provider's schemas and answers with what it got.
func floor() variant { return variant{name: "floor", provider: echoProvider} }

func (s settings) released() variant { return variant{name: "provider", provider: s.provider} }

func shortWayOff() variant { return variant{name: "short way off", provider: frameworkProvider} }

func (s settings) bulkReadsOff() variant {
	return variant{name: "bulk reads off", provider: s.provider, noBulkReads: true}
}
