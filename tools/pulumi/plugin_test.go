// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package pulumi tests that the provider works with Pulumi. Pulumi runs Terraform providers with its plugin terraform-provider, and the
// module of this package pins that plugin. The tests start the plugin with the built provider, and send it the requests that Pulumi
// sends. make pulumi builds both binaries and starts a reference server as the engine. The package imports nothing of the project. Start
// reading at TestObjects.
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

// plugin is Pulumi's plugin terraform-provider after it has started the provider.
type plugin struct {
	pulumirpc.ResourceProviderClient
}

// startPlugin starts the plugin and configures the provider. The provider finds the engine in the environment, as it does in Terraform.
func startPlugin(t *testing.T) plugin {
	t.Helper()
	if os.Getenv("ENGINE_BASE_URL") == "" {
		t.Fatal("ENGINE_BASE_URL is not set: make pulumi runs this test with a reference server")
	}
	// The argument would be the address of the command pulumi, which shows the plugin's messages.
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
	t.Cleanup(func() { _ = process.Wait() }) // The interrupt makes the plugin end with an error.
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

// call sends a request to the plugin and returns its response. The test fails if the plugin reports an error.
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

// properties converts values to the form in which Pulumi sends the properties of an object or a function.
func properties(t *testing.T, values map[string]any) *structpb.Struct {
	t.Helper()
	converted, err := structpb.NewStruct(values)
	if err != nil {
		t.Fatal(err)
	}
	return converted
}
