import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

const ignore = () => undefined;

/** A call that writes lists of messages; `callback` is called when the connection has taken the last of them. */
class ListCall extends ServerInterceptingCall {
  override sendMessage(messages: readonly unknown[], callback: () => void): void {
    const last = messages.length - 1;
    messages.forEach((message, index) =>
      super.sendMessage(message, index === last ? callback : ignore),
    );
  }
}

/**
 * Lets the calls of these paths write lists of messages, none of them empty. A message written by itself takes a turn
 * of the event loop and a packet of its own; those of a list leave together.
 */
export const messageLists =
  (paths: readonly string[]): ServerInterceptor =>
  ({ path }, call) =>
    paths.includes(path) ? new ListCall(call) : new ServerInterceptingCall(call);
