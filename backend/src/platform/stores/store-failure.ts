import { StoreUnavailable } from './store-unavailable.js';

/**
 * Errors of the MongoDB driver and ioredis, by name, that mean that a store does not respond. Calls
 * that are waiting when the first connection fails end with a closed topology.
 */
const clientErrors =
  /^(?:Mongo(?:ServerSelection|Network|NotConnected|TopologyClosed|ServerClosed|ClientClosed|Pool|WaitQueueTimeout|OperationTimeout|StalePrimary).*|MaxRetriesPerRequestError)$/;

/** Errors that Redis clients report only by their message. */
const clientMessages = /Command timed out|Connection is closed|Stream isn't writeable/;

/**
 * Codes of MongoDB servers that are stopping or not primary (`isNodeShuttingDown`, `isNotPrimary`).
 */
const serverCodes = [91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436];

/** Errors of Redis servers that are starting, failing over, or missing part of the cluster. */
const serverMessages = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|TRYAGAIN) /;

/** Connection errors that a client may pass on. */
const systemCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

/** Whether an error means that a store does not respond. The same request may succeed later. */
export const isStoreFailure = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { name, message, code } = error as Error & { code?: unknown };
  return (
    clientErrors.test(name) ||
    clientMessages.test(message) ||
    (name.startsWith('Mongo') && serverCodes.includes(Number(code))) ||
    (name === 'ReplyError' && serverMessages.test(message)) ||
    systemCodes.includes(String(code))
  );
};
