// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"time"
	_ "time/tzdata" // the names of time zones are known on machines too that have no database of them
)

// timezone accepts the names of the IANA database of time zones.
func timezone() textForm {
	return textForm{
		form: `a time zone of the IANA database, for example "UTC" or "Europe/Lisbon"`,
		has: func(name string) bool {
			_, err := time.LoadLocation(name)
			return err == nil && name != "Local" // "Local" is Go's name of the machine's zone
		},
	}
}
