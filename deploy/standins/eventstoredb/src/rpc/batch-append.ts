import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import { eventSizeBytes, type ProposedEvent } from '../domain/event.js';
import type { AppendRequest, EventLog } from '../storage/event-log.js';
import { batchResponse, refusedResponse, tooLargeResponse } from './batch-response.js';
import { readExpectedRevision, readProposedEvent, readStreamName, readUuid } from './codec.js';
import { toServiceError, invalidArgumentError, MAX_APPEND_BYTES } from './errors.js';

/** Responses are written as lists; see `createMessageLists`. */
type BatchCall = ServerDuplexStream<BatchAppendReq, readonly BatchAppendResp[]>;

/** An append whose chunks are still arriving. After its response, further chunks are dropped. */
type PendingAppend = {
  id: UUID;
  options: BatchAppendReq.Options;
  events: ProposedEvent[];
  bytes: number;
  hasResponse: boolean;
  timer?: NodeJS.Timeout;
};

function readDeadline(appendOptions: BatchAppendReq.Options): number {
  const deadlineMessage = appendOptions.getDeadline();
  return deadlineMessage ? deadlineMessage.toDate().getTime() : Infinity;
}

function toAppendRequest({ options, events }: PendingAppend): AppendRequest {
  return {
    stream: readStreamName(options.getStreamIdentifier()),
    expected: readExpectedRevision(options, options.getStreamPosition()),
    deadline: readDeadline(options),
    events,
  };
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

function serveBatchCall(batchCall: BatchCall, eventLog: EventLog) {
  const pendingAppends = new Map<string, PendingAppend>();
  let readyResponses: BatchAppendResp[] = [];

  /** A commit completes many appends; their responses are sent together. */
  function sendReadyResponses(): void {
    const batchedResponses = readyResponses;
    readyResponses = [];
    if (!batchCall.cancelled && !batchCall.write(batchedResponses)) batchCall.pause();
  }

  function respondToAppend(pendingAppend: PendingAppend, appendResponse: BatchAppendResp): void {
    if (pendingAppend.hasResponse) return;
    pendingAppend.hasResponse = true;
    pendingAppend.events = [];
    clearTimeout(pendingAppend.timer);
    appendResponse
      .setCorrelationId(pendingAppend.id)
      .setStreamIdentifier(pendingAppend.options.getStreamIdentifier());
    if (readyResponses.push(appendResponse) === 1) process.nextTick(sendReadyResponses);
  }

  function failAppend(pendingAppend: PendingAppend, receiveError: unknown): void {
    const { details, code } = toServiceError(receiveError);
    respondToAppend(pendingAppend, refusedResponse(details, code));
  }

  function beginAppend(batchMessage: BatchAppendReq): PendingAppend {
    const appendOptions = batchMessage.getOptions();
    if (!appendOptions) throw invalidArgumentError('an append must start with its options');
    return {
      id: batchMessage.getCorrelationId()!,
      options: appendOptions,
      events: [],
      bytes: 0,
      hasResponse: false,
    };
  }

  /**
   * The client does not enforce its deadline on this call, so an append that never completes times
   * out here.
   */
  function scheduleExpiry(pendingAppend: PendingAppend): void {
    const timeoutMs = Math.min(readDeadline(pendingAppend.options) - Date.now(), MAX_TIMEOUT_MS);
    const expireAppend = () =>
      respondToAppend(pendingAppend, batchResponse('', 'any', { kind: 'timeout' }));
    pendingAppend.timer ??= setTimeout(expireAppend, timeoutMs);
  }

  function collectEvents(pendingAppend: PendingAppend, batchMessage: BatchAppendReq): void {
    for (const proposedMessage of batchMessage.getProposedMessagesList()) {
      const decodedEvent = readProposedEvent(proposedMessage);
      pendingAppend.bytes += eventSizeBytes(decodedEvent);
      if (pendingAppend.bytes > MAX_APPEND_BYTES)
        return respondToAppend(pendingAppend, tooLargeResponse());
      pendingAppend.events.push(decodedEvent);
    }
  }

  async function completeAppend(pendingAppend: PendingAppend): Promise<void> {
    if (pendingAppend.hasResponse) return;
    const appendRequest = toAppendRequest(pendingAppend);
    respondToAppend(
      pendingAppend,
      batchResponse(
        appendRequest.stream,
        appendRequest.expected,
        await eventLog.append(appendRequest),
      ),
    );
  }

  async function receiveMessage(batchMessage: BatchAppendReq): Promise<void> {
    const correlationKey = readUuid(batchMessage.getCorrelationId());
    const pendingAppend = pendingAppends.get(correlationKey) ?? beginAppend(batchMessage);
    if (batchMessage.getIsFinal()) pendingAppends.delete(correlationKey);
    else pendingAppends.set(correlationKey, pendingAppend);
    try {
      if (!pendingAppend.hasResponse) collectEvents(pendingAppend, batchMessage);
      if (batchMessage.getIsFinal()) await completeAppend(pendingAppend);
      else scheduleExpiry(pendingAppend);
    } catch (error) {
      failAppend(pendingAppend, error);
    }
  }

  batchCall.on('data', (batchMessage: BatchAppendReq) => {
    receiveMessage(batchMessage).catch((receiveError: unknown) =>
      batchCall.emit('error', toServiceError(receiveError)),
    );
  });
  batchCall.on('drain', () => batchCall.resume());
  batchCall.on('end', () => batchCall.end());
  batchCall.on('close', () => pendingAppends.forEach(({ timer }) => clearTimeout(timer)));
}

/**
 * The BatchAppend call. Each connection makes one call and sends all its appends through it, in
 * chunks that share a correlation id. Each append gets exactly one response. Responses carry
 * errors, because ending the call would fail every other append on it.
 */
export function batchAppendHandler(
  eventLog: EventLog,
): handleBidiStreamingCall<BatchAppendReq, readonly BatchAppendResp[]> {
  return (batchCall) => serveBatchCall(batchCall, eventLog);
}
