import { randomUUID } from 'node:crypto';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';

const { MemberInfo } = gossip;

/** Responds to cluster discovery with one live leader at the address the client used. */
export function createGossipHandler(): handleUnaryCall<unknown, ClusterInfo> {
  const instanceId = randomUUID();
  return (grpcCall, sendResponse) => {
    const { hostname, port } = new URL(`http://${grpcCall.getHost()}`);
    const leaderMember = new MemberInfo()
      .setInstanceId(new shared.UUID().setString(instanceId))
      .setTimeStamp(String(Date.now() * 10_000))
      .setState(MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(
        new gossip.EndPoint().setAddress(hostname.replace(/^\[|\]$/g, '')).setPort(Number(port)),
      );
    sendResponse(null, new gossip.ClusterInfo().setMembersList([leaderMember]));
  };
}
