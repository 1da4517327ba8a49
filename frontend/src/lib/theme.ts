import { useSyncExternalStore } from 'react';
import { remember } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Day' },
  { value: 'dark', label: 'Night' },
  { value: 'system', label: 'System' },
];

/** Same key as in `app/before-paint.js`. */
const KEY = 'courtly:theme';
const listeners = new Set<() => void>();

const chosen = (): Theme =>
  (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system';

export const chooseTheme = (theme: Theme): void => {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
    remember(KEY, null);
  } else {
    document.documentElement.dataset['theme'] = theme;
    remember(KEY, theme);
  }
  listeners.forEach((listener) => listener());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen, () => 'system');
