import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

const ignoreCallback = () => undefined;

/** A call that writes lists of messages; `callback` is called when the connection has taken the last of them. */
class ListCall extends ServerInterceptingCall {
  override sendMessage(messageList: readonly unknown[], onLastSent: () => void): void {
    const lastIndex = messageList.length - 1;
    messageList.forEach((listMessage, messageIndex) =>
      super.sendMessage(listMessage, messageIndex === lastIndex ? onLastSent : ignoreCallback),
    );
  }
}

/**
 * Lets the calls of these paths write lists of messages, none of them empty. A message written by itself takes a turn
 * of the event loop and a packet of its own; those of a list leave together.
 */
export const createMessageLists =
  (methodPaths: readonly string[]): ServerInterceptor =>
  ({ path }, interceptedCall) =>
    methodPaths.includes(path)
      ? new ListCall(interceptedCall)
      : new ServerInterceptingCall(interceptedCall);
