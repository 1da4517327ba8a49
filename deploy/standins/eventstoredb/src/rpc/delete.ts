import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import type { Delete, EventLog } from '../storage/event-log.js';
import { expectedRevision, streamName } from './codec.js';
import { asServiceError, deadlineExceeded, streamDeleted, wrongExpectedVersion } from './errors.js';

function request<Request extends DeleteReq | TombstoneReq>(
  call: ServerUnaryCall<Request, unknown>,
  forGood: boolean,
): Delete {
  const options = call.request.getOptions();
  const stream = streamName(options?.getStreamIdentifier());
  const expected = options ? expectedRevision(options, options.getRevision()) : 'any';
  return { stream, expected, forGood, deadline: Number(call.getDeadline()) };
}

/** Returns the position of the deletion; throws the error that the client expects of a refused one. */
async function carryOut(log: EventLog, deletion: Delete): Promise<string> {
  const result = await log.delete(deletion);
  switch (result.kind) {
    case 'deletion':
      return String(result.position);
    case 'conflict':
      throw wrongExpectedVersion(deletion.stream, deletion.expected, result.current);
    case 'deleted':
      throw streamDeleted(deletion.stream);
    case 'timeout':
      throw deadlineExceeded();
  }
}

/** The Delete call: the stream reads as missing until it is written to again. */
export function deleteHandler(log: EventLog): handleUnaryCall<DeleteReq, DeleteResp> {
  return async (call, callback) => {
    try {
      const at = await carryOut(log, request(call, false));
      const position = new streams.DeleteResp.Position()
        .setCommitPosition(at)
        .setPreparePosition(at);
      callback(null, new streams.DeleteResp().setPosition(position));
    } catch (error) {
      callback(asServiceError(error));
    }
  };
}

/** The Tombstone call: the stream is deleted for good. */
export function tombstoneHandler(log: EventLog): handleUnaryCall<TombstoneReq, TombstoneResp> {
  return async (call, callback) => {
    try {
      const at = await carryOut(log, request(call, true));
      const position = new streams.TombstoneResp.Position()
        .setCommitPosition(at)
        .setPreparePosition(at);
      callback(null, new streams.TombstoneResp().setPosition(position));
    } catch (error) {
      callback(asServiceError(error));
    }
  };
}
