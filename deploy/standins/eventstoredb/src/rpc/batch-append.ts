import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import { sizeOf, type ProposedEvent } from '../domain/event.js';
import type { Append, EventLog } from '../storage/event-log.js';
import { batchAnswer, refused, tooLarge } from './batch-answer.js';
import { expectedRevision, proposedEvent, streamName, uuidText } from './codec.js';
import { asServiceError, cancelled, invalidArgument, MAX_APPEND_BYTES } from './errors.js';
import type { OpenCalls } from './open-calls.js';

/** Answers are written as lists, see `messageLists`. */
type Call = ServerDuplexStream<BatchAppendReq, readonly BatchAppendResp[]>;

/** An append whose chunks are still arriving; once `answered`, what remains of it is dropped. */
type Pending = {
  id: UUID;
  options: BatchAppendReq.Options;
  events: ProposedEvent[];
  bytes: number;
  answered: boolean;
  timer?: NodeJS.Timeout;
};

function deadlineOf(options: BatchAppendReq.Options): number {
  const deadline = options.getDeadline();
  return deadline ? deadline.toDate().getTime() : Infinity;
}

function request({ options, events }: Pending): Append {
  return {
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedRevision(options, options.getStreamPosition()),
    deadline: deadlineOf(options),
    events,
  };
}

const LONGEST_TIMER = 2 ** 31 - 1;

function converse(call: Call, log: EventLog) {
  const pending = new Map<string, Pending>();
  let ready: BatchAppendResp[] = [];

  /** One commit answers many appends: what it answers is sent together. */
  function sendReady(): void {
    const answers = ready;
    ready = [];
    if (!call.cancelled && !call.write(answers)) call.pause();
  }

  function answer(append: Pending, response: BatchAppendResp): void {
    if (append.answered) return;
    append.answered = true;
    append.events = [];
    clearTimeout(append.timer);
    response.setCorrelationId(append.id).setStreamIdentifier(append.options.getStreamIdentifier());
    if (ready.push(response) === 1) process.nextTick(sendReady);
  }

  function fail(append: Pending, error: unknown): void {
    const { details, code } = asServiceError(error);
    answer(append, refused(details, code));
  }

  function begin(message: BatchAppendReq): Pending {
    const options = message.getOptions();
    if (!options) throw invalidArgument('an append begins with its options');
    return { id: message.getCorrelationId()!, options, events: [], bytes: 0, answered: false };
  }

  /** The client does not enforce its deadline on this call: an append that is never completed is answered here. */
  function awaitRest(append: Pending): void {
    const patience = Math.min(deadlineOf(append.options) - Date.now(), LONGEST_TIMER);
    const expire = () => answer(append, batchAnswer('', 'any', { kind: 'timeout' }));
    append.timer ??= setTimeout(expire, patience);
  }

  function collect(append: Pending, message: BatchAppendReq): void {
    for (const proposed of message.getProposedMessagesList()) {
      const event = proposedEvent(proposed);
      append.bytes += sizeOf(event);
      if (append.bytes > MAX_APPEND_BYTES) return answer(append, tooLarge());
      append.events.push(event);
    }
  }

  async function complete(append: Pending): Promise<void> {
    if (append.answered) return;
    const write = request(append);
    answer(append, batchAnswer(write.stream, write.expected, await log.append(write)));
  }

  async function receive(message: BatchAppendReq): Promise<void> {
    const key = uuidText(message.getCorrelationId());
    const append = pending.get(key) ?? begin(message);
    if (message.getIsFinal()) pending.delete(key);
    else pending.set(key, append);
    try {
      if (!append.answered) collect(append, message);
      if (message.getIsFinal()) await complete(append);
      else awaitRest(append);
    } catch (error) {
      fail(append, error);
    }
  }

  call.on('data', (message: BatchAppendReq) => {
    receive(message).catch((error: unknown) => call.emit('error', asServiceError(error)));
  });
  call.on('drain', () => call.resume());
  call.on('end', () => call.end());
  call.on('close', () => pending.forEach(({ timer }) => clearTimeout(timer)));
}

/**
 * The BatchAppend call: one per connection carries all its appends in chunks that share a correlation id. Each append is
 * answered exactly once; errors are part of the answer, since ending the call would fail every other append on it.
 */
export function batchAppendHandler(
  log: EventLog,
  calls: OpenCalls,
): handleBidiStreamingCall<BatchAppendReq, readonly BatchAppendResp[]> {
  return (call) => {
    calls.track(call, () => call.emit('error', cancelled()));
    converse(call, log);
  };
}
