import { useEffect, useEffectEvent } from 'react';
import { readStorage, writeStorage } from './storage';

const STORAGE_KEY = 'courtly:shortcuts';

/** Whether single-key shortcuts work in this browser. They interfere with voice control. */
export const areShortcutsOn = (): boolean => readStorage(STORAGE_KEY) !== 'off';

export const turnShortcuts = (isOn: boolean): void =>
  writeStorage(STORAGE_KEY, isOn ? null : 'off');

/** The actions by `KeyboardEvent.key`: `{ j: next, ArrowDown: next }`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const textFields =
  'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(textFields) !== null;

/**
 * Handles single keys while no text field has focus. A single key may move focus or change the view,
 * but never data.
 */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isCombined = event.ctrlKey || event.altKey || event.metaKey;
    if (event.defaultPrevented || event.repeat || isCombined || isTyping(event)) return;
    if (!Object.hasOwn(shortcuts, event.key) || !areShortcutsOn()) return;
    event.preventDefault();
    shortcuts[event.key]!();
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
};
