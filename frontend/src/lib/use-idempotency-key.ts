import { useRef } from 'react';
import { actionKey, isFinal } from './api';

/**
 * Names an intent of the person until its outcome is known: sent again after an answer that was lost, it finds what was written
 * instead of writing it twice.
 */
export const useIdempotencyKey = () => {
  const open = useRef({ intent: '', key: '' });
  return {
    /** The key of an intent, which is whatever text tells it from others. */
    keyOf: (intent: string): string => {
      if (open.current.intent !== intent) open.current = { intent, key: actionKey() };
      return open.current.key;
    },
    /** The intent is over, unless the error leaves open whether it was carried out. */
    settle: (error?: unknown): void => {
      if (!error || isFinal(error)) open.current = { intent: '', key: '' };
    },
  };
};
