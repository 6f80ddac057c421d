// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package catalog describes each kind of engine object, such as alert: its attributes, checks and URL path. Each kind has its own file. The
// files item.go, parameter.go and derived.go contain attributes that several kinds share. All differences between kinds are in this
// package, so that package provider can treat all kinds alike.
//
// The package imports lens, alerting, engine and its own subdirectories. Start reading in object.go, then alert.go.
package catalog
