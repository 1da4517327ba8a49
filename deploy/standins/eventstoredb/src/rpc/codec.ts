import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { isUuid, type ProposedEvent } from '../domain/event.js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import { invalidArgumentError } from './errors.js';

/** Reads the stream name. Throws INVALID_ARGUMENT if it is empty or `$all`. */
export function readStreamName(streamIdentifier: StreamIdentifier | undefined): string {
  const decodedName = Buffer.from(streamIdentifier?.getStreamName_asU8() ?? []).toString('utf8');
  if (decodedName === '' || decodedName === '$all')
    throw invalidArgumentError(`"${decodedName}" is not a valid stream name`);
  return decodedName;
}

const int64ToHex = (int64Text: string) =>
  BigInt.asUintN(64, BigInt(int64Text)).toString(16).padStart(16, '0');

/**
 * Reads a UUID, sent as text or as two 64-bit halves, in lowercase. Throws INVALID_ARGUMENT if it
 * is malformed.
 */
export function readUuid(uuidMessage: UUID | undefined): string {
  const structuredId = uuidMessage?.getStructured();
  const uuidString = structuredId
    ? (
        int64ToHex(structuredId.getMostSignificantBits()) +
        int64ToHex(structuredId.getLeastSignificantBits())
      ).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : (uuidMessage?.getString().toLowerCase() ?? '');
  if (!isUuid(uuidString)) throw invalidArgumentError(`the event id "${uuidString}" is not a UUID`);
  return uuidString;
}

type ProposedMessage = {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
};

/**
 * Reads a proposed event from either append call. Throws INVALID_ARGUMENT if its id or type is
 * missing.
 */
export function readProposedEvent(proposedMessage: ProposedMessage): ProposedEvent {
  const metadataMap = proposedMessage.getMetadataMap();
  const eventType = metadataMap.get('type');
  if (!eventType) throw invalidArgumentError('an event needs a type');
  return {
    id: readUuid(proposedMessage.getId()),
    type: eventType,
    contentType: metadataMap.get('content-type') ?? 'application/octet-stream',
    data: proposedMessage.getData_asU8(),
    metadata: proposedMessage.getCustomMetadata_asU8(),
  };
}

type ExpectationOptions = {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
};

/**
 * Reads the expected revision of a write. `exactRevision` applies if the message names no special
 * state.
 */
export function readExpectedRevision(
  expectation: ExpectationOptions,
  exactRevision: string,
): ExpectedRevision {
  if (expectation.hasAny()) return 'any';
  if (expectation.hasNoStream()) return 'no_stream';
  if (expectation.hasStreamExists()) return 'stream_exists';
  return Number(exactRevision);
}
