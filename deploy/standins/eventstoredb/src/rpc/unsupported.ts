import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import monitoring from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_grpc_pb.js';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServiceDefinition,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { unimplementedError } from './errors.js';

/** Services of a real server that are not supported, each with an alternative. */
export const UNSUPPORTED_SERVICES: readonly (readonly [ServiceDefinition, string])[] = [
  [persistent.PersistentSubscriptionsService, 'use a catch-up subscription'],
  [projections.ProjectionsService, 'build read models outside the server'],
  [users.UsersService, 'set the user with --username and --password'],
  [operations.OperationsService, 'a single-file server needs no operations'],
  [monitoring.MonitoringService, 'monitor the process'],
];

/** Handlers that refuse every method of a service with UNIMPLEMENTED and the given advice. */
export function createRefusals(
  serviceDefinition: ServiceDefinition,
  advice: string,
): UntypedServiceImplementation {
  const createError = () =>
    unimplementedError(`not supported by the development stand-in; ${advice}`);
  const refuseUnary: handleUnaryCall<unknown, unknown> = (_call, sendResponse) =>
    sendResponse(createError());
  const refuseStream: handleServerStreamingCall<unknown, unknown> = (streamCall) =>
    streamCall.emit('error', createError());
  return Object.fromEntries(
    Object.entries(serviceDefinition).map(([methodName, { responseStream }]) => [
      methodName,
      responseStream ? refuseStream : refuseUnary,
    ]),
  );
}
