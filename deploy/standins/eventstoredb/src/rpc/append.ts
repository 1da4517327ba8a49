import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall } from '@grpc/grpc-js';
import { sizeOf, type ProposedEvent } from '../domain/event.js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import type { AppendResult, EventLog } from '../storage/event-log.js';
import { expectedRevision, proposedEvent, streamName } from './codec.js';
import {
  appendTooLarge,
  asServiceError,
  deadlineExceeded,
  invalidArgument,
  MAX_APPEND_BYTES,
  streamDeleted,
  unavailable,
} from './errors.js';
import type { OpenCalls } from './open-calls.js';

const { Success, Position, WrongExpectedVersion } = streams.AppendResp;
const empty = () => new shared.Empty();

function success(revision: number, position: number | undefined): AppendResp {
  const result = new Success();
  if (revision < 0) result.setNoStream(empty());
  else result.setCurrentRevision(String(revision));
  if (position === undefined) result.setNoPosition(empty());
  else
    result.setPosition(
      new Position().setCommitPosition(String(position)).setPreparePosition(String(position)),
    );
  return new streams.AppendResp().setSuccess(result);
}

function conflict(expected: ExpectedRevision, current: number): AppendResp {
  const result = new WrongExpectedVersion();
  if (current < 0) result.setCurrentNoStream(empty());
  else result.setCurrentRevision(String(current));
  if (expected === 'any') result.setExpectedAny(empty());
  else if (expected === 'no_stream') result.setExpectedNoStream(empty());
  else if (expected === 'stream_exists') result.setExpectedStreamExists(empty());
  else result.setExpectedRevision(String(expected));
  return new streams.AppendResp().setWrongExpectedVersion(result);
}

function response(stream: string, expected: ExpectedRevision, result: AppendResult): AppendResp {
  switch (result.kind) {
    case 'appended':
      return success(result.revision, result.position);
    case 'conflict':
      return conflict(expected, result.current);
    case 'deleted':
      throw streamDeleted(stream);
    case 'timeout':
      throw deadlineExceeded();
  }
}

async function receive(call: AsyncIterable<AppendReq>) {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  let bytes = 0;
  for await (const message of call) {
    options ??= message.getOptions();
    const proposed = message.getProposedMessage();
    if (!proposed) continue;
    const event = proposedEvent(proposed);
    bytes += sizeOf(event);
    if (bytes > MAX_APPEND_BYTES) throw appendTooLarge();
    events.push(event);
  }
  if (!options) throw invalidArgument('an append begins with its options');
  return {
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedRevision(options, options.getRevision()),
    events,
  };
}

/** The Append call, which the client uses for appends with credentials of their own. */
export function appendHandler(
  log: EventLog,
  calls: OpenCalls,
): handleClientStreamingCall<AppendReq, AppendResp> {
  return async (call, callback) => {
    calls.track(call, () => callback(unavailable()));
    try {
      const request = await receive(call);
      const deadline = Number(call.getDeadline());
      const result = await log.append({ ...request, deadline });
      callback(null, response(request.stream, request.expected, result));
    } catch (error) {
      callback(asServiceError(error));
    }
  };
}
