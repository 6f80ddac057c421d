// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// echoServer is the floor for the provider: it has the provider's schemas, and answers each call of a plan or an apply with the
// value it received. It changes only the id of a new object, and does that in the encoded bytes, because decoding would cost time.
type echoServer struct {
	tfprotov6.ProviderServer
	imports func() (map[string]json.RawMessage, error) // the states that it returns for imports, by import id
}

func newEchoServer() tfprotov6.ProviderServer {
	return echoServer{provider.NewServer(terraform.ProviderVersion)(), sync.OnceValues(readImports)}
}

func readImports() (imports map[string]json.RawMessage, err error) {
	text, err := os.ReadFile(os.Getenv(importsVariable))
	if err != nil {
		return nil, err
	}
	return imports, json.Unmarshal(text, &imports)
}

func (s echoServer) ImportResourceState(_ context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	imports, err := s.imports()
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ImportResourceStateResponse{ImportedResources: []*tfprotov6.ImportedResource{{
		TypeName: req.TypeName, State: &tfprotov6.DynamicValue{JSON: imports[req.ID]},
	}}}, nil
}

// The attribute id of an object in msgpack: null, unknown, and known.
const (
	nullID    = "\xa2id\xc0"
	unknownID = "\xa2id\xd4\x00\x00"
	knownID   = "\xa2id\xaeid of the echo"
)

func (echoServer) GetResourceIdentitySchemas(context.Context, *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov6.GetResourceIdentitySchemasResponse{}, nil
}

func (echoServer) ValidateProviderConfig(_ context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: req.Config}, nil
}

func (echoServer) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (echoServer) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (echoServer) UpgradeResourceState(_ context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{JSON: req.RawState.JSON}}, nil
}

func (echoServer) ReadResource(_ context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, Private: req.Private}, nil
}

func (echoServer) PlanResourceChange(_ context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	planned, err := withID(req.ProposedNewState, nullID, unknownID)
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: planned, PlannedPrivate: req.PriorPrivate}, err
}

func (echoServer) ApplyResourceChange(_ context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	state, err := withID(req.PlannedState, unknownID, knownID)
	return &tfprotov6.ApplyResourceChangeResponse{NewState: state, Private: req.PlannedPrivate}, err
}

// withID replaces the id in an encoded value, if it equals from. Nested objects have declared ids, so only one id can match.
func withID(value *tfprotov6.DynamicValue, from, to string) (*tfprotov6.DynamicValue, error) {
	if bytes.Count(value.MsgPack, []byte(from)) > 1 {
		return nil, errors.New("the echo cannot tell the id of the object from those within it")
	}
	return &tfprotov6.DynamicValue{MsgPack: bytes.Replace(value.MsgPack, []byte(from), []byte(to), 1)}, nil
}
