import { useRef } from 'react';
import { actionKey, isFinal } from './api';

/**
 * Keeps one idempotency key per intent until its outcome is known, so that a retry after a lost
 * response does not write twice.
 */
export const useIdempotencyKey = () => {
  const open = useRef({ intent: '', key: '' });
  return {
    /** The key for an intent; any text that identifies it. */
    keyOf: (intent: string): string => {
      if (open.current.intent !== intent) open.current = { intent, key: actionKey() };
      return open.current.key;
    },
    /** Ends the intent, unless the error leaves its outcome open. */
    settle: (error?: unknown): void => {
      if (!error || isFinal(error)) open.current = { intent: '', key: '' };
    },
  };
};
