// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// Zone adds the -timezone flag, which sets the time zone of cron schedules. The default is UTC.
func Zone(cmd *cobra.Command, zone **time.Location) {
	*zone = time.UTC
	cmd.Flags().Func("timezone", "time `zone` of cron schedules, such as Europe/Berlin (default: UTC)", func(name string) (err error) {
		if name == "" || name == "Local" { // LoadLocation accepts both, but they are not in the IANA database
			return errors.New("it has to be a name of the IANA database")
		}
		*zone, err = time.LoadLocation(name)
		return err
	})
	NoFiles(cmd, "timezone")
}
