import { DatabaseSync } from 'node:sqlite';

/** The entries of each map in memory, about as much as SQLite caches for all maps. */
const KEPT = 2_000;
const PAGES_KB = 32_768;

/**
 * Opens a temporary SQLite database. Its file has no directory entry and disappears with the
 * process, so personal data leaves no trace.
 */
export const openSpill = (): DatabaseSync => {
  const database = new DatabaseSync('');
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${PAGES_KB};`,
  );
  return database;
};

/**
 * A map of JSON values that moves the least recently used entries to disk, so its memory use is
 * bounded.
 */
export class SpilledMap<V> implements Pick<Map<string, V>, 'get' | 'has' | 'delete'> {
  private readonly recent = new Map<string, V | undefined>();
  private readonly changed = new Set<string>();
  private readonly select;
  private readonly replace;
  private readonly remove;

  constructor(
    private readonly database: DatabaseSync,
    private readonly table: string,
    private readonly kept = KEPT,
  ) {
    database.exec(
      `CREATE TABLE "${table}" (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
    );
    this.select = database.prepare(`SELECT value FROM "${table}" WHERE key = ?`);
    this.replace = database.prepare(`REPLACE INTO "${table}" VALUES (?, ?)`);
    this.remove = database.prepare(`DELETE FROM "${table}" WHERE key = ?`);
  }

  get(key: string): V | undefined {
    if (this.recent.has(key)) return this.recent.get(key);
    const row = this.select.get(key);
    const value = row && (JSON.parse(String(row['value'])) as V);
    this.keep(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): this {
    this.keep(key, value);
    this.changed.add(key);
    return this;
  }

  delete(key: string): boolean {
    const found = this.has(key);
    this.recent.set(key, undefined);
    this.changed.add(key);
    return found;
  }

  /**
   * Yields all entries by the bytes of their keys. The map must not change during the iteration.
   */
  *inOrder(): Generator<[key: string, value: V]> {
    this.spill();
    for (const { key, value } of this.database
      .prepare(`SELECT key, value FROM "${this.table}" ORDER BY key`)
      .iterate())
      yield [String(key), JSON.parse(String(value)) as V];
  }

  count(): number {
    this.spill();
    return Number(this.database.prepare(`SELECT count(*) AS n FROM "${this.table}"`).get()!['n']);
  }

  private keep(key: string, value: V | undefined) {
    if (this.recent.size >= this.kept && !this.recent.has(key)) this.spill();
    this.recent.set(key, value);
  }

  private spill() {
    this.database.exec('BEGIN');
    for (const key of this.changed) {
      const value = this.recent.get(key);
      if (value === undefined) this.remove.run(key);
      else this.replace.run(key, JSON.stringify(value));
    }
    this.database.exec('COMMIT');
    this.changed.clear();
    this.recent.clear();
  }
}
