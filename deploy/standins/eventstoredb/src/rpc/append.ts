import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall } from '@grpc/grpc-js';
import { eventSizeBytes, type ProposedEvent } from '../domain/event.js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import type { AppendResult, EventLog } from '../storage/event-log.js';
import { readExpectedRevision, readProposedEvent, readStreamName } from './codec.js';
import {
  appendTooLargeError,
  toServiceError,
  deadlineExceededError,
  invalidArgumentError,
  MAX_APPEND_BYTES,
  streamDeletedError,
} from './errors.js';

const { Success, Position, WrongExpectedVersion } = streams.AppendResp;
const emptyMessage = () => new shared.Empty();

function successResponse(lastRevision: number, logPosition: number | undefined): AppendResp {
  const successMessage = new Success();
  if (lastRevision < 0) successMessage.setNoStream(emptyMessage());
  else successMessage.setCurrentRevision(String(lastRevision));
  if (logPosition === undefined) successMessage.setNoPosition(emptyMessage());
  else
    successMessage.setPosition(
      new Position().setCommitPosition(String(logPosition)).setPreparePosition(String(logPosition)),
    );
  return new streams.AppendResp().setSuccess(successMessage);
}

function conflictResponse(
  expectedRevisionValue: ExpectedRevision,
  currentRevision: number,
): AppendResp {
  const conflictMessage = new WrongExpectedVersion();
  if (currentRevision < 0) conflictMessage.setCurrentNoStream(emptyMessage());
  else conflictMessage.setCurrentRevision(String(currentRevision));
  if (expectedRevisionValue === 'any') conflictMessage.setExpectedAny(emptyMessage());
  else if (expectedRevisionValue === 'no_stream')
    conflictMessage.setExpectedNoStream(emptyMessage());
  else if (expectedRevisionValue === 'stream_exists')
    conflictMessage.setExpectedStreamExists(emptyMessage());
  else conflictMessage.setExpectedRevision(String(expectedRevisionValue));
  return new streams.AppendResp().setWrongExpectedVersion(conflictMessage);
}

function buildResponse(
  streamName: string,
  expectedRevisionValue: ExpectedRevision,
  appendResult: AppendResult,
): AppendResp {
  switch (appendResult.kind) {
    case 'appended':
      return successResponse(appendResult.revision, appendResult.position);
    case 'conflict':
      return conflictResponse(expectedRevisionValue, appendResult.current);
    case 'deleted':
      throw streamDeletedError(streamName);
    case 'timeout':
      throw deadlineExceededError();
  }
}

async function receiveAppend(messageStream: AsyncIterable<AppendReq>) {
  let appendOptions: AppendReq.Options | undefined;
  const proposedEvents: ProposedEvent[] = [];
  let receivedBytes = 0;
  for await (const requestMessage of messageStream) {
    appendOptions ??= requestMessage.getOptions();
    const proposedMessage = requestMessage.getProposedMessage();
    if (!proposedMessage) continue;
    const decodedEvent = readProposedEvent(proposedMessage);
    receivedBytes += eventSizeBytes(decodedEvent);
    if (receivedBytes > MAX_APPEND_BYTES) throw appendTooLargeError();
    proposedEvents.push(decodedEvent);
  }
  if (!appendOptions) throw invalidArgumentError('an append must start with its options');
  return {
    stream: readStreamName(appendOptions.getStreamIdentifier()),
    expected: readExpectedRevision(appendOptions, appendOptions.getRevision()),
    events: proposedEvents,
  };
}

/** The Append call. The client uses it for appends that pass their own credentials. */
export function appendHandler(
  eventLog: EventLog,
): handleClientStreamingCall<AppendReq, AppendResp> {
  return async (grpcCall, sendResponse) => {
    try {
      const appendRequest = await receiveAppend(grpcCall);
      const deadlineMs = Number(grpcCall.getDeadline());
      const appendResult = await eventLog.append({ ...appendRequest, deadline: deadlineMs });
      sendResponse(null, buildResponse(appendRequest.stream, appendRequest.expected, appendResult));
    } catch (error) {
      sendResponse(toServiceError(error));
    }
  };
}
