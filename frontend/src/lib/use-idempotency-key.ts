import { useRef } from 'react';
import { createActionKey, isFinalError } from './api';

/**
 * Keeps one idempotency key per intent until its outcome is known, so that a retry after a lost
 * response does not write twice.
 */
export const useIdempotencyKey = () => {
  const currentIntent = useRef({ intent: '', key: '' });
  return {
    /** Returns the key of an intent. `intent` is any text that identifies it. */
    keyOf: (intent: string): string => {
      if (currentIntent.current.intent !== intent)
        currentIntent.current = { intent, key: createActionKey() };
      return currentIntent.current.key;
    },
    /** Ends the intent unless the error leaves its outcome open. */
    settle: (error?: unknown): void => {
      if (!error || isFinalError(error)) currentIntent.current = { intent: '', key: '' };
    },
  };
};
