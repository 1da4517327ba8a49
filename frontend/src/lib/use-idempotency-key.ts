import { useRef } from 'react';
import { ApiError, createActionKey, isFinalError } from './api';

const noIntent = { intent: '', key: '', mayBeWritten: false };

/**
 * Keeps one idempotency key per intent until its outcome is known, so that a retry after a lost
 * response does not write twice.
 */
export const useIdempotencyKey = () => {
  const currentIntent = useRef(noIntent);
  return {
    /** Returns the key of an intent. `intent` is any text that identifies it. */
    keyOf: (intent: string): string => {
      if (currentIntent.current.intent !== intent)
        currentIntent.current = { ...noIntent, intent, key: createActionKey() };
      return currentIntent.current.key;
    },
    /** Ends the intent unless the error leaves its outcome open. */
    settle: (error?: unknown): void => {
      const { mayBeWritten } = currentIntent.current;
      const isEarly = error instanceof ApiError && error.isEarly;
      if (!error || (isFinalError(error) && !(mayBeWritten && isEarly)))
        currentIntent.current = noIntent;
      else currentIntent.current = { ...currentIntent.current, mayBeWritten: true };
    },
  };
};
