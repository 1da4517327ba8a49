import type { Socket } from 'node:net';
import { respondToCommand } from './dispatch.js';
import type { ServerState } from './command.js';
import { MAX_MESSAGE_BYTES, encodeReplyHeader, readRequest } from './wire.js';

/** Splits a stream of chunks into messages by their length prefix. */
export async function* splitMessages(dataChunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pendingChunks: Buffer[] = [];
  let bufferedBytes = 0;
  let requiredBytes = 4;
  for await (const dataChunk of dataChunks) {
    pendingChunks.push(dataChunk);
    bufferedBytes += dataChunk.length;
    while (bufferedBytes >= requiredBytes) {
      const [messageBytes] = (pendingChunks = [
        pendingChunks.length === 1 ? pendingChunks[0]! : Buffer.concat(pendingChunks),
      ]);
      const messageSize = messageBytes!.readInt32LE(0);
      if (messageSize < 16 || messageSize > MAX_MESSAGE_BYTES)
        throw new Error(`invalid message size of ${messageSize} bytes`);
      requiredBytes = messageSize;
      if (bufferedBytes < messageSize) break;
      yield messageBytes!.subarray(0, messageSize);
      pendingChunks = [messageBytes!.subarray(messageSize)];
      bufferedBytes -= messageSize;
      requiredBytes = 4;
    }
  }
}

/**
 * Replies to the commands of one client in order. Anything that is not a command closes the
 * connection.
 */
export async function serveConnection(
  serverState: ServerState,
  clientSocket: Socket,
): Promise<void> {
  clientSocket.setNoDelay(true);
  try {
    for await (const wireMessage of splitMessages(clientSocket)) {
      const wireRequest = readRequest(wireMessage);
      const replyDocument = await respondToCommand(serverState, wireRequest.command);
      if (
        !wireRequest.silent &&
        !writeReply(clientSocket, encodeReplyHeader(wireRequest, replyDocument), replyDocument)
      )
        await waitForDrain(clientSocket);
    }
  } catch (error) {
    if (!clientSocket.destroyed)
      console.error(`mongodb stand-in: closed a connection: ${(error as Error).message}`);
  } finally {
    clientSocket.destroy();
  }
}

/** Sends both parts together without copying. Returns false if the client reads too slowly. */
function writeReply(clientSocket: Socket, replyHeader: Buffer, replyDocument: Buffer): boolean {
  clientSocket.cork();
  clientSocket.write(replyHeader);
  const hasBufferSpace = clientSocket.write(replyDocument);
  clientSocket.uncork();
  return hasBufferSpace;
}

/** Resolves when the client has read enough, or has disconnected. Leaves no listener behind. */
export const waitForDrain = (clientSocket: Socket): Promise<void> =>
  new Promise((resolveDrain) => {
    const endWait = (): void => {
      clientSocket.off('drain', endWait).off('close', endWait);
      resolveDrain();
    };
    if (clientSocket.destroyed) resolveDrain();
    else clientSocket.on('drain', endWait).on('close', endWait);
  });
