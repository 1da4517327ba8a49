import { createHash, timingSafeEqual } from 'node:crypto';
import {
  Metadata,
  ServerInterceptingCall,
  ServerListenerBuilder,
  status,
  type ServerInterceptor,
} from '@grpc/grpc-js';

export type Credentials = Readonly<{ username: string; password: string }>;

const sha256Digest = (secretText: string) => createHash('sha256').update(secretText).digest();

/** The client calls these methods before it has credentials to send. */
const PUBLIC_METHODS = /^\/event_store\.client\.(gossip|server_features)\./;

/**
 * Accepts only the configured user: PERMISSION_DENIED without credentials, UNAUTHENTICATED with
 * wrong ones.
 */
export function createAuthentication({ username, password }: Credentials): ServerInterceptor {
  const expectedDigest = sha256Digest(
    `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  );
  return (methodDefinition, interceptedCall) => {
    if (PUBLIC_METHODS.test(methodDefinition.path))
      return new ServerInterceptingCall(interceptedCall);
    const metadataListener = new ServerListenerBuilder().withOnReceiveMetadata(
      (callMetadata, continueCall) => {
        const [authorizationHeader] = callMetadata.get('authorization');
        if (
          authorizationHeader !== undefined &&
          timingSafeEqual(sha256Digest(String(authorizationHeader)), expectedDigest)
        )
          return continueCall(callMetadata);
        const errorTrailers = new Metadata();
        errorTrailers.set('exception', 'access-denied');
        const statusCode =
          authorizationHeader === undefined ? status.PERMISSION_DENIED : status.UNAUTHENTICATED;
        interceptedCall.sendStatus({
          code: statusCode,
          details: 'access denied',
          metadata: errorTrailers,
        });
      },
    );
    return new ServerInterceptingCall(interceptedCall, {
      start: (continueCall) => continueCall(metadataListener.build()),
    });
  };
}
