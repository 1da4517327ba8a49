import code from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import anyMessage from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessage from 'google-protobuf/google/protobuf/empty_pb.js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import type { AppendResult } from '../storage/event-log.js';
import { MAX_APPEND_BYTES } from './errors.js';

const { Success } = streams.BatchAppendResp;
const empty = () => new emptyMessage.Empty();

/** The client recognises an error by the type of its details and fails without any. */
function failure(
  message: string,
  reason: code.Code,
  type: string,
  details: { serializeBinary(): Uint8Array },
) {
  const packed = new anyMessage.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${type}`);
  return new streams.BatchAppendResp().setError(
    new status.Status().setCode(reason).setMessage(message).setDetails(packed),
  );
}

function success(revision: number, position: number | undefined): BatchAppendResp {
  const result = new Success();
  if (revision < 0) result.setNoStream(empty());
  else result.setCurrentRevision(String(revision));
  if (position === undefined) result.setNoPosition(empty());
  else {
    const text = String(position);
    result.setPosition(
      new shared.AllStreamPosition().setCommitPosition(text).setPreparePosition(text),
    );
  }
  return new streams.BatchAppendResp().setSuccess(result);
}

function conflict(expected: ExpectedRevision, current: number): BatchAppendResp {
  const details = new shared.WrongExpectedVersion();
  if (current < 0) details.setCurrentNoStream(empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(empty());
  else if (expected === 'no_stream') details.setExpectedNoStream(empty());
  else if (expected === 'stream_exists') details.setExpectedStreamExists(empty());
  else details.setExpectedStreamPosition(String(expected));
  const message = 'the stream is not at the expected revision';
  return failure(message, code.Code.FAILED_PRECONDITION, 'WrongExpectedVersion', details);
}

/** The answer to one append; the caller adds the correlation id and the stream. */
export function batchAnswer(
  stream: string,
  expected: ExpectedRevision,
  result: AppendResult,
): BatchAppendResp {
  switch (result.kind) {
    case 'appended':
      return success(result.revision, result.position);
    case 'conflict':
      return conflict(expected, result.current);
    case 'deleted': {
      const identifier = new shared.StreamIdentifier().setStreamName(
        Buffer.from(stream).toString('base64'),
      );
      const details = new shared.StreamDeleted().setStreamIdentifier(identifier);
      return failure(
        'the stream is deleted',
        code.Code.FAILED_PRECONDITION,
        'StreamDeleted',
        details,
      );
    }
    case 'timeout':
      return failure(
        'the deadline has passed',
        code.Code.DEADLINE_EXCEEDED,
        'Timeout',
        new shared.Timeout(),
      );
  }
}

export const tooLarge = (): BatchAppendResp =>
  failure(
    `an append may hold ${MAX_APPEND_BYTES} bytes`,
    code.Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES),
  );

/** The client shows the message of a kind it does not know, and none at all of the kind Unknown. */
export const refused = (message: string, reason: number): BatchAppendResp =>
  failure(message, reason, 'BadRequest', new shared.BadRequest().setMessage(message));
