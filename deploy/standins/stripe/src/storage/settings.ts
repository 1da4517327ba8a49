import type { DatabaseSync } from 'node:sqlite';

/** Named values of the server that survive restarts. */
export function createSettings(database: DatabaseSync) {
  const findStatement = database.prepare('SELECT json FROM settings WHERE name = ?');
  const writeStatement = database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  return {
    get<Value>(settingName: string, defaultValue: Value): Value {
      const storedRow = findStatement.get(settingName);
      return storedRow ? (JSON.parse(String(storedRow.json)) as Value) : defaultValue;
    },
    set(settingName: string, settingValue: unknown): void {
      writeStatement.run(settingName, JSON.stringify(settingValue));
    },
  };
}
export type SettingsStore = ReturnType<typeof createSettings>;
