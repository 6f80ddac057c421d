// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestSecretStaysSecret looks for the secret key in everything that a run leaves: the logs at TRACE, with those of failed
// requests among them, and the headers of the requests but the one that carries it.
func TestSecretStaysSecret(t *testing.T) {
	const secret = "k3y-that-nobody-may-read"
	logs := filepath.Join(t.TempDir(), "trace.log")
	t.Setenv("TF_ACC_LOG", "TRACE")
	t.Setenv("TF_LOG", "TRACE")
	t.Setenv("TF_ACC_LOG_PATH", logs)
	e := startEngine(t, refserver.Options{SecretKey: secret})
	t.Setenv("ENGINE_SECRET_KEY", secret)
	block := func(accessID string) string {
		return fmt.Sprintf("provider \"engine\" {\n  base_url = %q\n  access_id = %q\n}\n", e.URL, accessID)
	}
	const node = "resource \"engine_node\" \"it\" {\n  name = \"n\"\n  type = \"self_hosted\"\n}\n"
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: block("somebody-else") + node, ExpectError: words("401")},
			{Config: block(e.AccessID()) + node},
		},
	})
	text, err := os.ReadFile(logs)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "the engine answered") {
		t.Fatal("the log has no line of the client")
	}
	if strings.Contains(string(text), secret) {
		t.Error("the log has the secret key")
	}
	for _, r := range e.Requests() {
		if headers := fmt.Sprint(r.Header); strings.Contains(headers, secret) || !strings.Contains(headers, "terraform-provider-engine/test") {
			t.Errorf("the headers are %s", headers)
		}
	}
}
