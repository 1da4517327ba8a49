import { readArrayDocuments, eachElement, readBsonValue, type Document } from './bson-reader.js';
import type { DatabaseCommand } from './command.js';
import { CommandError } from './errors.js';

export const MAX_MESSAGE_BYTES = 48_000_000;
const OP_REPLY_CODE = 1;
const OP_QUERY_CODE = 2004;
const OP_MSG_CODE = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** A 16 MiB document plus the overhead of a command. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024 + 16 * 1024;
/**
 * The required flags (bits 0 to 15) that this server does not know. It refuses messages with any of
 * them.
 */
const UNKNOWN_REQUIRED = 0xfffc;

/** `command` is an error if the message is valid but contains an unsupported type. */
export type WireRequest = {
  id: number;
  legacy: boolean;
  silent: boolean;
  command: DatabaseCommand | CommandError;
};

/** Arrays that stay encoded, so documents are stored exactly as they were sent. */
const RAW_ARRAY_FIELDS = new Set(['documents', 'updates', 'deletes']);

function readCommandBody(bodyBytes: Buffer): { body: Document; items: Buffer[] } {
  const commandBody: Document = {};
  let rawItems: Buffer[] = [];
  eachElement(bodyBytes, 0, (fieldName, bsonType, valueStart) => {
    if (RAW_ARRAY_FIELDS.has(fieldName) && bsonType === 0x04)
      rawItems = readArrayDocuments(bodyBytes, valueStart);
    else commandBody[fieldName] = readBsonValue(bodyBytes, bsonType, valueStart);
    if (RAW_ARRAY_FIELDS.has(fieldName)) commandBody[fieldName] = true;
  });
  const [commandName] = Object.keys(commandBody);
  // findAndModify has its update in the body, so the body is the statement.
  if (commandName?.toLowerCase() === 'findandmodify') rawItems = [bodyBytes];
  return { body: commandBody, items: rawItems };
}

function validateDocumentSize({ length }: Buffer): void {
  if (length <= MAX_DOCUMENT_BYTES) return;
  const sizeText = `${length} (0x${length.toString(16).toUpperCase()})`;
  throw new CommandError(
    10334,
    `BSONObj size: ${sizeText} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`,
  );
}

function parseCommand(bodyBytes: Buffer, databaseName?: string): DatabaseCommand | CommandError {
  try {
    validateDocumentSize(bodyBytes);
    const { body, items } = readCommandBody(bodyBytes);
    const [commandName = ''] = Object.keys(body);
    return { name: commandName, database: databaseName ?? String(body['$db']), body, items };
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function readMessage(messageBytes: Buffer): Omit<WireRequest, 'id'> {
  const messageFlags = messageBytes.readUInt32LE(16);
  if ((messageFlags & UNKNOWN_REQUIRED) !== 0)
    throw new Error('an OP_MSG flag that must be understood is unknown');
  const messageEnd =
    messageFlags & CHECKSUM_PRESENT ? messageBytes.length - 4 : messageBytes.length;
  let parsedCommand: DatabaseCommand | CommandError | undefined;
  const documentSequences: [string, Buffer[]][] = [];
  for (let sectionStart = 20; sectionStart < messageEnd;) {
    const sectionKind = messageBytes[sectionStart];
    const sectionSize = messageBytes.readInt32LE(sectionStart + 1);
    const sectionBytes = messageBytes.subarray(sectionStart + 1, sectionStart + 1 + sectionSize);
    if (sectionKind === 0) parsedCommand = parseCommand(sectionBytes);
    else if (sectionKind === 1) documentSequences.push(readSequence(sectionBytes));
    else throw new Error(`an OP_MSG section of unknown kind ${sectionKind}`);
    sectionStart += 1 + sectionSize;
  }
  if (!parsedCommand) throw new Error('an OP_MSG without a body');
  if (!(parsedCommand instanceof CommandError))
    parsedCommand = attachSequences(parsedCommand, documentSequences);
  return { legacy: false, silent: (messageFlags & MORE_TO_COME) !== 0, command: parsedCommand };
}

function attachSequences(
  parsedCommand: DatabaseCommand,
  documentSequences: readonly [string, Buffer[]][],
): DatabaseCommand | CommandError {
  try {
    for (const [sequenceName, rawItems] of documentSequences) {
      rawItems.forEach(validateDocumentSize);
      parsedCommand.body[sequenceName] = true;
      parsedCommand.items = rawItems;
    }
    return parsedCommand;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function readSequence(sectionBytes: Buffer): [string, Buffer[]] {
  const nameEnd = sectionBytes.indexOf(0, 4);
  const rawItems: Buffer[] = [];
  for (
    let itemStart = nameEnd + 1;
    itemStart < sectionBytes.length;
    itemStart += sectionBytes.readInt32LE(itemStart)
  ) {
    rawItems.push(
      sectionBytes.subarray(itemStart, itemStart + sectionBytes.readInt32LE(itemStart)),
    );
  }
  return [sectionBytes.toString('utf8', 4, nameEnd), rawItems];
}

/** Older drivers send the handshake as OP_QUERY on `admin.$cmd`. No other OP_QUERY is supported. */
function readLegacyQuery(messageBytes: Buffer): Omit<WireRequest, 'id'> {
  const nameEnd = messageBytes.indexOf(0, 20);
  const namespaceName = messageBytes.toString('utf8', 20, nameEnd);
  if (!namespaceName.endsWith('.$cmd')) throw new Error('OP_QUERY is supported only for commands');
  return {
    legacy: true,
    silent: false,
    command: parseCommand(messageBytes.subarray(nameEnd + 9), namespaceName.slice(0, -5)),
  };
}

/**
 * Reads one complete message. Throws if it is not a command; the connection is then closed, as
 * mongod does.
 */
export function readRequest(messageBytes: Buffer): WireRequest {
  const requestId = messageBytes.readInt32LE(4);
  const operationCode = messageBytes.readInt32LE(12);
  if (operationCode === OP_MSG_CODE) return { id: requestId, ...readMessage(messageBytes) };
  if (operationCode === OP_QUERY_CODE) return { id: requestId, ...readLegacyQuery(messageBytes) };
  throw new Error(
    `the wire operation ${operationCode} is not supported by the development stand-in`,
  );
}

let replyCounter = 0;

/** The bytes before the document in a reply. */
export function encodeReplyHeader({ id, legacy }: WireRequest, replyDocument: Buffer): Buffer {
  const replyHeader = Buffer.alloc(legacy ? 36 : 21);
  replyHeader.writeInt32LE(replyHeader.length + replyDocument.length, 0);
  replyHeader.writeInt32LE((replyCounter = (replyCounter + 1) & 0x7fffffff), 4);
  replyHeader.writeInt32LE(id, 8);
  replyHeader.writeInt32LE(legacy ? OP_REPLY_CODE : OP_MSG_CODE, 12);
  if (legacy) replyHeader.writeInt32LE(1, 32);
  return replyHeader;
}
