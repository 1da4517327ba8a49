import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { handleUnaryCall, ServiceDefinition } from '@grpc/grpc-js';

/** The EventStoreDB version whose protocol this server implements. */
const SERVER_VERSION = '24.2.0';

const METHOD_FEATURES: Record<string, string[]> = {
  '/event_store.client.streams.streams/read': ['position', 'events'],
};

/**
 * Lists the supported methods. Refused methods are included with all their features; otherwise the
 * client would report an outdated server or fall back to HTTP instead of showing the refusal.
 */
export function serverFeaturesHandler(
  supportedServices: readonly ServiceDefinition[],
  refusedServices: readonly ServiceDefinition[],
): handleUnaryCall<unknown, SupportedMethods> {
  const describeMethod = (methodPath: string, defaultFeatures: string[]) => {
    const [, serviceName = '', methodName = ''] = methodPath.toLowerCase().split('/');
    return new features.SupportedMethod()
      .setServiceName(serviceName)
      .setMethodName(methodName)
      .setFeaturesList(METHOD_FEATURES[methodPath.toLowerCase()] ?? defaultFeatures);
  };
  const methodPaths = (serviceList: readonly ServiceDefinition[]) =>
    serviceList.flatMap((serviceDefinition) =>
      Object.values(serviceDefinition).map(({ path }) => path),
    );
  const supportedMethods = [
    ...methodPaths(supportedServices).map((methodPath) => describeMethod(methodPath, [])),
    ...methodPaths(refusedServices).map((methodPath) =>
      describeMethod(methodPath, ['stream', 'all']),
    ),
  ];
  const featuresMessage = new features.SupportedMethods()
    .setEventStoreServerVersion(SERVER_VERSION)
    .setMethodsList(supportedMethods);
  return (_call, sendResponse) => sendResponse(null, featuresMessage);
}
