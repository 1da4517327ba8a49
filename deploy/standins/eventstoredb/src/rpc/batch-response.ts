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
const createEmpty = () => new emptyMessage.Empty();

/** The client identifies an error by the type of its details and crashes if there are none. */
function failureResponse(
  errorMessage: string,
  errorCode: code.Code,
  detailsType: string,
  detailsMessage: { serializeBinary(): Uint8Array },
) {
  const packedDetails = new anyMessage.Any();
  packedDetails.pack(detailsMessage.serializeBinary(), `event_store.client.${detailsType}`);
  return new streams.BatchAppendResp().setError(
    new status.Status().setCode(errorCode).setMessage(errorMessage).setDetails(packedDetails),
  );
}

function successResponse(lastRevision: number, logPosition: number | undefined): BatchAppendResp {
  const successMessage = new Success();
  if (lastRevision < 0) successMessage.setNoStream(createEmpty());
  else successMessage.setCurrentRevision(String(lastRevision));
  if (logPosition === undefined) successMessage.setNoPosition(createEmpty());
  else {
    const positionText = String(logPosition);
    successMessage.setPosition(
      new shared.AllStreamPosition()
        .setCommitPosition(positionText)
        .setPreparePosition(positionText),
    );
  }
  return new streams.BatchAppendResp().setSuccess(successMessage);
}

function conflictResponse(
  expectedRevision: ExpectedRevision,
  currentRevision: number,
): BatchAppendResp {
  const conflictDetails = new shared.WrongExpectedVersion();
  if (currentRevision < 0) conflictDetails.setCurrentNoStream(createEmpty());
  else conflictDetails.setCurrentStreamRevision(String(currentRevision));
  if (expectedRevision === 'any') conflictDetails.setExpectedAny(createEmpty());
  else if (expectedRevision === 'no_stream') conflictDetails.setExpectedNoStream(createEmpty());
  else if (expectedRevision === 'stream_exists')
    conflictDetails.setExpectedStreamExists(createEmpty());
  else conflictDetails.setExpectedStreamPosition(String(expectedRevision));
  const errorMessage = 'the stream is not at the expected revision';
  return failureResponse(
    errorMessage,
    code.Code.FAILED_PRECONDITION,
    'WrongExpectedVersion',
    conflictDetails,
  );
}

/** The response to one append. The caller adds the correlation id and the stream. */
export function batchResponse(
  streamName: string,
  expectedRevision: ExpectedRevision,
  appendResult: AppendResult,
): BatchAppendResp {
  switch (appendResult.kind) {
    case 'appended':
      return successResponse(appendResult.revision, appendResult.position);
    case 'conflict':
      return conflictResponse(expectedRevision, appendResult.current);
    case 'deleted': {
      const streamIdentifier = new shared.StreamIdentifier().setStreamName(
        Buffer.from(streamName).toString('base64'),
      );
      const deletedDetails = new shared.StreamDeleted().setStreamIdentifier(streamIdentifier);
      return failureResponse(
        'the stream is deleted',
        code.Code.FAILED_PRECONDITION,
        'StreamDeleted',
        deletedDetails,
      );
    }
    case 'timeout':
      return failureResponse(
        'the deadline has passed',
        code.Code.DEADLINE_EXCEEDED,
        'Timeout',
        new shared.Timeout(),
      );
  }
}

export const tooLargeResponse = (): BatchAppendResp =>
  failureResponse(
    `an append may contain at most ${MAX_APPEND_BYTES} bytes`,
    code.Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES),
  );

/** The client shows the message for kinds it does not recognize, but not for the kind Unknown. */
export const refusedResponse = (errorMessage: string, errorCode: number): BatchAppendResp =>
  failureResponse(
    errorMessage,
    errorCode,
    'BadRequest',
    new shared.BadRequest().setMessage(errorMessage),
  );
