// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package pulumi tests that the provider works with Pulumi, which runs Terraform providers through its terraform-provider plugin. This
// package's module pins the plugin's version. The tests start the plugin with the built provider and send it the requests that Pulumi would
// send. `make pulumi` builds the plugin and the provider, and starts a reference server as the engine. The package imports nothing from the
// project. Start reading at TestObjects.
package pulumi

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/structpb"
)

// plugin is a client for a running process of Pulumi's terraform-provider plugin. This process runs the provider.
type plugin struct {
	pulumirpc.ResourceProviderClient
}

// startPlugin starts the plugin and configures the provider. As in Terraform, environment variables select the engine.
func startPlugin(t *testing.T) plugin {
	t.Helper()
	if os.Getenv("ENGINE_BASE_URL") == "" {
		t.Fatal("ENGINE_BASE_URL is not set: make pulumi runs this test with a reference server")
	}
	// The argument is an address for messages to the pulumi command. It is empty because no such command is running.
	process := exec.CommandContext(t.Context(), os.Getenv("PULUMI_PLUGIN"), "")
	process.Stderr = os.Stderr
	process.Cancel = func() error { return process.Process.Signal(os.Interrupt) }
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Wait() }) // After the interrupt, the plugin exits with an error.
	port, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	connection, err := grpc.NewClient("127.0.0.1:"+strings.TrimSpace(port), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	p := plugin{pulumirpc.NewResourceProviderClient(connection)}

	arguments := &pulumirpc.ParameterizeRequest_ParametersArgs{Args: []string{os.Getenv("PROVIDER")}}
	provider := call(t, p.Parameterize, &pulumirpc.ParameterizeRequest{
		Parameters: &pulumirpc.ParameterizeRequest_Args{Args: arguments},
	})
	if provider.GetName() != "engine" {
		t.Fatalf("Pulumi names the provider %q", provider.GetName())
	}
	call(t, p.Configure, &pulumirpc.ConfigureRequest{Args: &structpb.Struct{}, AcceptSecrets: true, AcceptResources: true})
	return p
}

// call sends a request to the plugin and returns the response. It fails the test if the plugin reports an error.
func call[Request, Response any](
	t *testing.T, method func(context.Context, Request, ...grpc.CallOption) (Response, error), request Request,
) Response {
	t.Helper()
	response, err := method(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// properties converts values to the format that Pulumi uses for an object's or function's properties.
func properties(t *testing.T, values map[string]any) *structpb.Struct {
	t.Helper()
	converted, err := structpb.NewStruct(values)
	if err != nil {
		t.Fatal(err)
	}
	return converted
}
