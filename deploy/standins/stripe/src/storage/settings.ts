import type { DatabaseSync } from 'node:sqlite';

/** Values of the server's own, by name, kept over restarts. */
export function settings(database: DatabaseSync) {
  const find = database.prepare('SELECT json FROM settings WHERE name = ?');
  const write = database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  return {
    get<Value>(name: string, otherwise: Value): Value {
      const row = find.get(name);
      return row ? (JSON.parse(String(row.json)) as Value) : otherwise;
    },
    set(name: string, value: unknown): void {
      write.run(name, JSON.stringify(value));
    },
  };
}
export type Settings = ReturnType<typeof settings>;
