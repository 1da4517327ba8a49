import type { Socket } from 'node:net';
import { answer } from './dispatch.js';
import type { Server } from './command.js';
import { MAX_MESSAGE_BYTES, answerHead, readRequest } from './wire.js';

/** Cuts a stream of chunks into messages by the length that each begins with. */
export async function* messages(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  let wanted = 4;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    while (length >= wanted) {
      const [head] = (parts = [parts.length === 1 ? parts[0]! : Buffer.concat(parts)]);
      const size = head!.readInt32LE(0);
      if (size < 16 || size > MAX_MESSAGE_BYTES) throw new Error(`a message of ${size} bytes`);
      wanted = size;
      if (length < size) break;
      yield head!.subarray(0, size);
      parts = [head!.subarray(size)];
      length -= size;
      wanted = 4;
    }
  }
}

/** Answers the commands of one client in the order in which they came. Whatever is no command ends the connection. */
export async function serve(server: Server, socket: Socket): Promise<void> {
  socket.setNoDelay(true);
  try {
    for await (const message of messages(socket)) {
      const request = readRequest(message);
      const document = await answer(server, request.command);
      if (!request.silent && !write(socket, answerHead(request, document), document))
        await drained(socket);
    }
  } catch (error) {
    if (!socket.destroyed)
      console.error(`mongodb stand-in: closed a connection: ${(error as Error).message}`);
  } finally {
    socket.destroy();
  }
}

/** Sends both at once, uncopied. False when the client is slow to read. */
function write(socket: Socket, head: Buffer, document: Buffer): boolean {
  socket.cork();
  socket.write(head);
  const isRoom = socket.write(document);
  socket.uncork();
  return isRoom;
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
