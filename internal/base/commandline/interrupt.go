// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"context"
	"errors"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Interruptible returns a function for cobra.Command.RunE that calls run with a context that SIGINT or SIGTERM cancels. If run returns the
// context's error, the command reports that nothing was written. Therefore, run must not return the context's error after it has written
// something.
func Interruptible(run func(ctx context.Context, cmd *cobra.Command) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		err := run(ctx, cmd)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return Exit(Failure, errors.New("interrupted, and nothing was written"))
		}
		return err
	}
}
