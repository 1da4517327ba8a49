import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { handleUnaryCall, ServiceDefinition } from '@grpc/grpc-js';

/** The version whose protocol this server speaks. */
const SERVER_VERSION = '24.2.0';

const FEATURES: Record<string, string[]> = {
  '/event_store.client.streams.streams/read': ['position', 'events'],
};

/**
 * Answers which methods exist. Methods that the stand-in only refuses are listed with all their features: the client
 * would otherwise blame the server's version or try HTTP, instead of showing the refusal.
 */
export function serverFeaturesHandler(
  supported: readonly ServiceDefinition[],
  refused: readonly ServiceDefinition[],
): handleUnaryCall<unknown, SupportedMethods> {
  const describe = (path: string, fallback: string[]) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    return new features.SupportedMethod()
      .setServiceName(service)
      .setMethodName(method)
      .setFeaturesList(FEATURES[path.toLowerCase()] ?? fallback);
  };
  const paths = (services: readonly ServiceDefinition[]) =>
    services.flatMap((service) => Object.values(service).map(({ path }) => path));
  const methods = [
    ...paths(supported).map((path) => describe(path, [])),
    ...paths(refused).map((path) => describe(path, ['stream', 'all'])),
  ];
  const answer = new features.SupportedMethods()
    .setEventStoreServerVersion(SERVER_VERSION)
    .setMethodsList(methods);
  return (_call, callback) => callback(null, answer);
}
