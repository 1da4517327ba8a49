import { createHash, timingSafeEqual } from 'node:crypto';
import {
  Metadata,
  ServerInterceptingCall,
  ServerListenerBuilder,
  status,
  type ServerInterceptor,
} from '@grpc/grpc-js';

export type Credentials = Readonly<{ username: string; password: string }>;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The client asks for these before it has credentials to send. */
const PUBLIC = /^\/event_store\.client\.(gossip|server_features)\./;

/** Lets only the one user in: PERMISSION_DENIED without credentials, UNAUTHENTICATED with wrong ones. */
export function authentication({ username, password }: Credentials): ServerInterceptor {
  const expected = digest(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return (method, call) => {
    if (PUBLIC.test(method.path)) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder().withOnReceiveMetadata((metadata, next) => {
      const [given] = metadata.get('authorization');
      if (given !== undefined && timingSafeEqual(digest(String(given)), expected))
        return next(metadata);
      const trailers = new Metadata();
      trailers.set('exception', 'access-denied');
      const code = given === undefined ? status.PERMISSION_DENIED : status.UNAUTHENTICATED;
      call.sendStatus({ code, details: 'access denied', metadata: trailers });
    });
    return new ServerInterceptingCall(call, { start: (next) => next(listener.build()) });
  };
}
