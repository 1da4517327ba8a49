import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { isUuid, type ProposedEvent } from '../domain/event.js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import { invalidArgument } from './errors.js';

/** The stream's name; throws INVALID_ARGUMENT where there is none. */
export function streamName(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
  if (name === '' || name === '$all')
    throw invalidArgument(`"${name}" is not the name of a stream`);
  return name;
}

const halfAsHex = (half: string) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0');

/** The UUID in lower case, whether it came as text or as two 64-bit halves; throws INVALID_ARGUMENT otherwise. */
export function uuidText(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured();
  const text = structured
    ? (
        halfAsHex(structured.getMostSignificantBits()) +
        halfAsHex(structured.getLeastSignificantBits())
      ).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : (uuid?.getString().toLowerCase() ?? '');
  if (!isUuid(text)) throw invalidArgument(`the event id "${text}" is not a UUID`);
  return text;
}

type Proposed = {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
};

/** Reads a proposed event of either append call; throws INVALID_ARGUMENT when its id or type is missing. */
export function proposedEvent(message: Proposed): ProposedEvent {
  const metadata = message.getMetadataMap();
  const type = metadata.get('type');
  if (!type) throw invalidArgument('an event needs a type');
  return {
    id: uuidText(message.getId()),
    type,
    contentType: metadata.get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

type Expectation = {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
};

/** Reads the expected revision of any write; `revision` is what the message holds if it names an exact one. */
export function expectedRevision(options: Expectation, revision: string): ExpectedRevision {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return Number(revision);
}
