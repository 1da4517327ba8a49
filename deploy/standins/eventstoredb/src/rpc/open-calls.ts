import { constants, type ServerHttp2Stream } from 'node:http2';
import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/**
 * Tracks the calls in progress, to end them when the server stops: with RST_STREAM and code 0, as a
 * real server does, which clients report as INTERNAL.
 */
export function createOpenCalls() {
  const openStreams = new Set<ServerHttp2Stream>();
  const trackCalls: ServerInterceptor = (_methodDefinition, interceptedCall) => {
    const { stream } = interceptedCall as unknown as Readonly<{ stream: ServerHttp2Stream }>;
    openStreams.add(stream);
    stream.once('close', () => openStreams.delete(stream));
    return new ServerInterceptingCall(interceptedCall);
  };
  return {
    /** Must be the first interceptor, because only that one gets the call with its stream. */
    trackCalls,
    endAll(): void {
      openStreams.forEach((stream) => stream.close(constants.NGHTTP2_NO_ERROR));
    },
  };
}
