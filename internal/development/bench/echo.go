// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"

	proto "github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// echoServer is a provider that has the real provider's schemas but only returns the values that it receives. In a new object, it sets the
// id. To save time, it replaces the bytes of the encoded id without decoding the object.
type echoServer struct{ proto.ProviderServer }

func newEcho() proto.ProviderServer {
	return echoServer{provider.NewServer(terraform.ProviderVersion)()}
}

// nullID, unknownID and knownID are msgpack encodings of an object's id attribute. The id is null before the plan, unknown in the plan, and
// known after the apply.
const (
	nullID    = "\xa2id\xc0"
	unknownID = "\xa2id\xd4\x00\x00"
	knownID   = "\xa2id\xaeid of the echo"
)

func (echoServer) GetResourceIdentitySchemas(
	context.Context, *proto.GetResourceIdentitySchemasRequest,
) (*proto.GetResourceIdentitySchemasResponse, error) {
	return &proto.GetResourceIdentitySchemasResponse{}, nil
}

func (echoServer) ValidateProviderConfig(
	_ context.Context, req *proto.ValidateProviderConfigRequest,
) (*proto.ValidateProviderConfigResponse, error) {
	return &proto.ValidateProviderConfigResponse{PreparedConfig: req.Config}, nil
}

func (echoServer) ConfigureProvider(context.Context, *proto.ConfigureProviderRequest) (*proto.ConfigureProviderResponse, error) {
	return &proto.ConfigureProviderResponse{}, nil
}

func (echoServer) ValidateResourceConfig(
	context.Context, *proto.ValidateResourceConfigRequest,
) (*proto.ValidateResourceConfigResponse, error) {
	return &proto.ValidateResourceConfigResponse{}, nil
}

func (echoServer) UpgradeResourceState(
	_ context.Context, req *proto.UpgradeResourceStateRequest,
) (*proto.UpgradeResourceStateResponse, error) {
	return &proto.UpgradeResourceStateResponse{UpgradedState: &proto.DynamicValue{JSON: req.RawState.JSON}}, nil
}

func (echoServer) ReadResource(_ context.Context, req *proto.ReadResourceRequest) (*proto.ReadResourceResponse, error) {
	return &proto.ReadResourceResponse{NewState: req.CurrentState, Private: req.Private}, nil
}

func (echoServer) PlanResourceChange(
	_ context.Context, req *proto.PlanResourceChangeRequest,
) (*proto.PlanResourceChangeResponse, error) {
	planned, err := withID(req.ProposedNewState, nullID, unknownID)
	return &proto.PlanResourceChangeResponse{PlannedState: planned, PlannedPrivate: req.PriorPrivate}, err
}

func (echoServer) ApplyResourceChange(
	_ context.Context, req *proto.ApplyResourceChangeRequest,
) (*proto.ApplyResourceChangeResponse, error) {
	state, err := withID(req.PlannedState, unknownID, knownID)
	return &proto.ApplyResourceChangeResponse{NewState: state, Private: req.PlannedPrivate}, err
}

// withID returns a copy of an encoded object in which the id (from, such as unknownID) is replaced by a different one (to, such as
// knownID). If from occurs more than once, for example because a nested object has the same id, withID returns an error.
func withID(value *proto.DynamicValue, from, to string) (*proto.DynamicValue, error) {
	if bytes.Count(value.MsgPack, []byte(from)) > 1 {
		return nil, errors.New("the echo can't distinguish the id of the object from nested ids")
	}
	return &proto.DynamicValue{MsgPack: bytes.Replace(value.MsgPack, []byte(from), []byte(to), 1)}, nil
}
