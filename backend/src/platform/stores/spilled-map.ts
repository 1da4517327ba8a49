import { DatabaseSync } from 'node:sqlite';

/**
 * The number of entries that each map keeps in memory. They take about as much memory as SQLite's
 * cache for all maps.
 */
const MAX_IN_MEMORY = 2_000;
const CACHE_SIZE_KB = 32_768;

/**
 * Opens a temporary SQLite database. Its file has no directory entry and disappears with the
 * process, so personal data leaves no trace.
 */
export const openSpill = (): DatabaseSync => {
  const database = new DatabaseSync('');
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_SIZE_KB};`,
  );
  return database;
};

/**
 * A map of JSON values that moves the least recently used entries to disk, so its memory use is
 * bounded. Small maps never use the disk.
 */
export class SpilledMap<V> implements Pick<Map<string, V>, 'get' | 'has' | 'delete'> {
  private readonly recentEntries = new Map<string, V | undefined>();
  private readonly changedKeys = new Set<string>();
  private table: SpillTable | null = null;

  constructor(
    private readonly database: DatabaseSync,
    private readonly tableName: string,
    private readonly maxInMemory = MAX_IN_MEMORY,
  ) {}

  get(key: string): V | undefined {
    if (this.recentEntries.has(key)) return this.recentEntries.get(key);
    const row = this.table?.selectQuery.get(key);
    const value = row && (JSON.parse(String(row['value'])) as V);
    this.keepInMemory(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): this {
    this.keepInMemory(key, value);
    this.changedKeys.add(key);
    return this;
  }

  delete(key: string): boolean {
    const wasPresent = this.has(key);
    this.recentEntries.set(key, undefined);
    this.changedKeys.add(key);
    return wasPresent;
  }

  /**
   * Yields all entries, ordered by the bytes of their keys. The map must not change during the
   * iteration.
   */
  *entriesInOrder(): Generator<[key: string, value: V]> {
    if (!this.table) return yield* this.allInMemory().sort(byKey);
    this.spillAll();
    for (const { key, value } of this.database
      .prepare(`SELECT key, value FROM "${this.tableName}" ORDER BY key`)
      .iterate())
      yield [String(key), JSON.parse(String(value)) as V];
  }

  countEntries(): number {
    if (!this.table) return this.allInMemory().length;
    this.spillAll();
    return Number(
      this.database.prepare(`SELECT count(*) AS n FROM "${this.tableName}"`).get()!['n'],
    );
  }

  private allInMemory(): [key: string, value: V][] {
    return [...this.recentEntries].filter((entry): entry is [string, V] => entry[1] !== undefined);
  }

  private keepInMemory(key: string, value: V | undefined) {
    if (this.recentEntries.size >= this.maxInMemory && !this.recentEntries.has(key))
      this.spillAll();
    this.recentEntries.set(key, value);
  }

  private spillAll() {
    this.table ??= createTable(this.database, this.tableName);
    this.database.exec('BEGIN');
    for (const key of this.changedKeys) {
      const value = this.recentEntries.get(key);
      if (value === undefined) this.table.deleteQuery.run(key);
      else this.table.replaceQuery.run(key, JSON.stringify(value));
    }
    this.database.exec('COMMIT');
    this.changedKeys.clear();
    this.recentEntries.clear();
  }
}

type SpillTable = ReturnType<typeof createTable>;

const createTable = (database: DatabaseSync, tableName: string) => {
  database.exec(
    `CREATE TABLE "${tableName}" (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
  );
  return {
    selectQuery: database.prepare(`SELECT value FROM "${tableName}" WHERE key = ?`),
    replaceQuery: database.prepare(`REPLACE INTO "${tableName}" VALUES (?, ?)`),
    deleteQuery: database.prepare(`DELETE FROM "${tableName}" WHERE key = ?`),
  };
};

const byKey = ([key]: readonly [string, unknown], [otherKey]: readonly [string, unknown]) =>
  Buffer.compare(Buffer.from(key), Buffer.from(otherKey));
