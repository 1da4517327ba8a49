import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

const ignoreCallback = () => undefined;

/**
 * A call that writes lists of messages. `onLastSent` runs when the connection has accepted the last
 * one.
 */
class ListCall extends ServerInterceptingCall {
  override sendMessage(messageList: readonly unknown[], onLastSent: () => void): void {
    const lastIndex = messageList.length - 1;
    messageList.forEach((listMessage, messageIndex) =>
      super.sendMessage(listMessage, messageIndex === lastIndex ? onLastSent : ignoreCallback),
    );
  }
}

/**
 * Lets calls to these methods write non-empty lists of messages. A message written alone takes a
 * turn of the event loop and its own packet; the messages of a list are sent together.
 */
export const createMessageLists =
  (methodPaths: readonly string[]): ServerInterceptor =>
  ({ path }, interceptedCall) =>
    methodPaths.includes(path)
      ? new ListCall(interceptedCall)
      : new ServerInterceptingCall(interceptedCall);
