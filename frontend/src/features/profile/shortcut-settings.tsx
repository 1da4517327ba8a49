import { useState } from 'react';
import { areShortcutsOn, turnShortcuts } from '../../lib/use-shortcuts';
import { Switch } from '../../ui/checkbox';

export function ShortcutSettings() {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <Switch
      label="Single-key shortcuts"
      className="max-w-sm"
      checked={isOn}
      onChange={({ target }) => {
        turnShortcuts(target.checked);
        setOn(target.checked);
      }}
    />
  );
}
