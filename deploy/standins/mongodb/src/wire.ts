import { arrayItems, eachElement, readValue, type Document } from './bson-reader.js';
import type { Command } from './command.js';
import { CommandError } from './errors.js';

export const MAX_MESSAGE_BYTES = 48_000_000;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** A document of 16 MiB and what a command adds to it. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024 + 16 * 1024;
/** Flags below 2^16 must be understood. */
const UNKNOWN_REQUIRED = 0xfffc;

/** `command` is the refusal instead when the message is sound but holds a value of a type that is not supported. */
export type Request = {
  id: number;
  legacy: boolean;
  silent: boolean;
  command: Command | CommandError;
};

/** Arrays that are kept as bytes, so that a document is stored as it was sent. */
const RAW = new Set(['documents', 'updates', 'deletes']);

function readBody(bytes: Buffer): { body: Document; items: Buffer[] } {
  const body: Document = {};
  let items: Buffer[] = [];
  eachElement(bytes, 0, (name, type, at) => {
    if (RAW.has(name) && type === 0x04) items = arrayItems(bytes, at);
    else body[name] = readValue(bytes, type, at);
    if (RAW.has(name)) body[name] = true;
  });
  const [name] = Object.keys(body);
  // findAndModify carries its update in the body, which is then the statement.
  if (name?.toLowerCase() === 'findandmodify') items = [bytes];
  return { body, items };
}

function checkSize({ length }: Buffer): void {
  if (length <= MAX_DOCUMENT_BYTES) return;
  const shown = `${length} (0x${length.toString(16).toUpperCase()})`;
  throw new CommandError(
    10334,
    `BSONObj size: ${shown} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`,
  );
}

function command(bytes: Buffer, database?: string): Command | CommandError {
  try {
    checkSize(bytes);
    const { body, items } = readBody(bytes);
    const [name = ''] = Object.keys(body);
    return { name, database: database ?? String(body['$db']), body, items };
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function readMessage(message: Buffer): Omit<Request, 'id'> {
  const flags = message.readUInt32LE(16);
  if ((flags & UNKNOWN_REQUIRED) !== 0)
    throw new Error('an OP_MSG flag that must be understood is unknown');
  const end = flags & CHECKSUM_PRESENT ? message.length - 4 : message.length;
  let parsed: Command | CommandError | undefined;
  const sequences: [string, Buffer[]][] = [];
  for (let at = 20; at < end;) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) parsed = command(section);
    else if (kind === 1) sequences.push(readSequence(section));
    else throw new Error(`an OP_MSG section of unknown kind ${kind}`);
    at += 1 + size;
  }
  if (!parsed) throw new Error('an OP_MSG without a body');
  if (!(parsed instanceof CommandError)) parsed = withItems(parsed, sequences);
  return { legacy: false, silent: (flags & MORE_TO_COME) !== 0, command: parsed };
}

function withItems(
  parsed: Command,
  sequences: readonly [string, Buffer[]][],
): Command | CommandError {
  try {
    for (const [name, items] of sequences) {
      items.forEach(checkSize);
      parsed.body[name] = true;
      parsed.items = items;
    }
    return parsed;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function readSequence(section: Buffer): [string, Buffer[]] {
  const nameEnd = section.indexOf(0, 4);
  const items: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at)) {
    items.push(section.subarray(at, at + section.readInt32LE(at)));
  }
  return [section.toString('utf8', 4, nameEnd), items];
}

/** Old drivers greet with OP_QUERY on `admin.$cmd`; nothing else is answered in that form. */
function readLegacyQuery(message: Buffer): Omit<Request, 'id'> {
  const nameEnd = message.indexOf(0, 20);
  const ns = message.toString('utf8', 20, nameEnd);
  if (!ns.endsWith('.$cmd')) throw new Error('OP_QUERY is only answered for commands');
  return {
    legacy: true,
    silent: false,
    command: command(message.subarray(nameEnd + 9), ns.slice(0, -5)),
  };
}

/** Reads one whole message. Throws on anything that is not a command; the connection is then closed, as mongod does. */
export function readRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return { id, ...readMessage(message) };
  if (opCode === OP_QUERY) return { id, ...readLegacyQuery(message) };
  throw new Error(`the wire operation ${opCode} is not supported by the development stand-in`);
}

let answers = 0;

/** What goes before the document of an answer to `request`. */
export function answerHead({ id, legacy }: Request, document: Buffer): Buffer {
  const head = Buffer.alloc(legacy ? 36 : 21);
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE((answers = (answers + 1) & 0x7fffffff), 4);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) head.writeInt32LE(1, 32);
  return head;
}
