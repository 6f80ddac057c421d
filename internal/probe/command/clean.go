// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/probe"
)

// cleanUp deletes the objects that earlier runs left, and lists them.
func (s *session) cleanUp(ctx context.Context, options probe.Options) error {
	left, removed, err := probe.Clean(ctx, options)
	s.progress.Clear()
	var text strings.Builder
	for _, o := range removed {
		text.WriteString(document.Visible(fmt.Sprintf("deleted: %s %s %s", o.Kind, o.ID, o.Name)) + "\n")
	}
	if err == nil && len(removed)+len(left) == 0 {
		text.WriteString("The engine has no object of an earlier run.\n")
	}
	_, unwritten := io.WriteString(s.stdout, text.String())
	s.sayObjects(left, "")
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("interrupted")
	case cmp.Or(err, unwritten) != nil:
		return s.failure(cmp.Or(err, unwritten))
	case len(left) > 0:
		return commandline.Exit(commandline.Failure, nil)
	}
	return nil
}

// sayLeft lists the objects that a run could not delete.
func (s *session) sayLeft(report *probe.Report) {
	scheme := ""
	for _, a := range report.Answers {
		if a.Name == "other-scheme" && a.State == probe.Differs {
			scheme = a.Parameter
		}
	}
	s.sayObjects(report.Left, scheme)
}

// sayObjects lists objects that are left on the engine, each with the command that deletes it. scheme is the word before the credentials,
// or "" for the one of the environment.
func (s *session) sayObjects(left []probe.Leftover, scheme string) {
	if len(left) == 0 {
		return
	}
	if strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" || scheme == "" {
		scheme = "${ENGINE_AUTH_SCHEME:-Service}"
	}
	s.say("these objects are left on the engine:")
	for _, o := range left {
		s.say("%s %s %s: %s", o.Kind, o.ID, o.Name, s.redact.Line(o.Why, redact.MaxSnippet))
		if o.Path == "" {
			continue
		}
		path := strings.ReplaceAll((&url.URL{Path: o.Path}).EscapedPath(), "'", "%27")
		s.say(`  echo "authorization: %s $ENGINE_ACCESS_ID $ENGINE_SECRET_KEY" | curl -X DELETE -H @- "$ENGINE_BASE_URL"'%s'`, scheme, path)
	}
	s.say("To delete all of them, run: terraform-provider-engine probe -clean")
}
