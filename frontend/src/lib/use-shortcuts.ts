import { useEffect, useEffectEvent } from 'react';

/** What a press does, by the key as `KeyboardEvent.key` names it: `{ j: next, ArrowDown: next }`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const writes = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(writes) !== null;

/**
 * Hears single keys, as long as nobody writes in a field. A key that is held counts once, and those that come with Control,
 * Alt or Command are left to the browser.
 */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isCombined = event.ctrlKey || event.altKey || event.metaKey;
    if (event.defaultPrevented || event.repeat || isCombined || isTyping(event)) return;
    if (!Object.hasOwn(shortcuts, event.key)) return;
    event.preventDefault();
    shortcuts[event.key]!();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
};
