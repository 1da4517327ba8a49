import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import type { DeleteRequest, EventLog } from '../storage/event-log.js';
import { readExpectedRevision, readStreamName } from './codec.js';
import {
  toServiceError,
  deadlineExceededError,
  streamDeletedError,
  wrongVersionError,
} from './errors.js';

function toDeleteRequest<Request extends DeleteReq | TombstoneReq>(
  grpcCall: ServerUnaryCall<Request, unknown>,
  isPermanent: boolean,
): DeleteRequest {
  const deleteOptions = grpcCall.request.getOptions();
  const deletedStream = readStreamName(deleteOptions?.getStreamIdentifier());
  const expected = deleteOptions
    ? readExpectedRevision(deleteOptions, deleteOptions.getRevision())
    : 'any';
  return {
    stream: deletedStream,
    expected,
    isPermanent,
    deadline: Number(grpcCall.getDeadline()),
  };
}

/**
 * Returns the position of the deletion. Throws the error the client expects if the deletion is
 * refused.
 */
async function deleteStream(eventLog: EventLog, deleteRequest: DeleteRequest): Promise<string> {
  const deleteResult = await eventLog.delete(deleteRequest);
  switch (deleteResult.kind) {
    case 'deletion':
      return String(deleteResult.position);
    case 'conflict':
      throw wrongVersionError(deleteRequest.stream, deleteRequest.expected, deleteResult.current);
    case 'deleted':
      throw streamDeletedError(deleteRequest.stream);
    case 'timeout':
      throw deadlineExceededError();
  }
}

/** The Delete call. The stream reads as missing until new events are written to it. */
export function deleteHandler(eventLog: EventLog): handleUnaryCall<DeleteReq, DeleteResp> {
  return async (grpcCall, sendResponse) => {
    try {
      const positionText = await deleteStream(eventLog, toDeleteRequest(grpcCall, false));
      const positionMessage = new streams.DeleteResp.Position()
        .setCommitPosition(positionText)
        .setPreparePosition(positionText);
      sendResponse(null, new streams.DeleteResp().setPosition(positionMessage));
    } catch (error) {
      sendResponse(toServiceError(error));
    }
  };
}

/** The Tombstone call, which deletes the stream permanently. */
export function tombstoneHandler(eventLog: EventLog): handleUnaryCall<TombstoneReq, TombstoneResp> {
  return async (grpcCall, sendResponse) => {
    try {
      const positionText = await deleteStream(eventLog, toDeleteRequest(grpcCall, true));
      const positionMessage = new streams.TombstoneResp.Position()
        .setCommitPosition(positionText)
        .setPreparePosition(positionText);
      sendResponse(null, new streams.TombstoneResp().setPosition(positionMessage));
    } catch (error) {
      sendResponse(toServiceError(error));
    }
  };
}
