import { useEffect, useEffectEvent } from 'react';

/** The actions by `KeyboardEvent.key`: `{ j: next, ArrowDown: next }`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const textFields =
  'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(textFields) !== null;

/**
 * Handles single-key shortcuts while no text field has focus. Ignores repeats and combinations with
 * Control, Alt or Command.
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
    const handleKeyDown = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
};
