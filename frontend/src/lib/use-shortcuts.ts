import { useEffect, useEffectEvent } from 'react';

/** Actions by `KeyboardEvent.key`: `{ j: next, ArrowDown: next }`. */
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
  const onKeyDown = useEffectEvent((keyboardEvent: KeyboardEvent) => {
    const isCombined = keyboardEvent.ctrlKey || keyboardEvent.altKey || keyboardEvent.metaKey;
    if (
      keyboardEvent.defaultPrevented ||
      keyboardEvent.repeat ||
      isCombined ||
      isTyping(keyboardEvent)
    )
      return;
    if (!Object.hasOwn(shortcuts, keyboardEvent.key)) return;
    keyboardEvent.preventDefault();
    shortcuts[keyboardEvent.key]!();
  });
  useEffect(() => {
    const handleKeyDown = (keyboardEvent: KeyboardEvent) => onKeyDown(keyboardEvent);
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
};
