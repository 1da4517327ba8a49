import { describe, expect, it } from '@jest/globals';
import type { FileHandle } from 'node:fs/promises';
import { encode } from './bson-writer.js';
import type { Change } from './collection.js';
import { createJournal, readLog, writeRecord } from './durable-log.js';

const put = (_id: number): Change => ({
  kind: 'put',
  collection: 'keys',
  bytes: encode({ _id, secret: 'x'.repeat(_id) }),
});

/** A file in memory that counts its synchronisations and can refuse to write. */
function memoryFile() {
  const state = { written: [] as Buffer[], syncs: 0, full: false };
  const appendFile = async (bytes: Buffer): Promise<void> => {
    if (state.full) throw new Error('ENOSPC: no space left on device');
    state.written.push(bytes);
  };
  const datasync = async (): Promise<void> => void state.syncs++;
  const file = { appendFile, datasync, close: async () => undefined } as unknown as FileHandle;
  return { state, journal: createJournal(file) };
}

describe('the log', () => {
  it('gives back the changes written to it', () => {
    const spec = { v: 2, key: { secret: 1 }, name: 'secret_1', unique: true } as const;
    const changes: Change[] = [
      { kind: 'create', collection: 'keys' },
      { kind: 'createIndex', collection: 'keys', spec },
      put(3),
      { kind: 'rename', collection: 'keys', to: 'others' },
    ];
    expect(readLog(Buffer.concat(changes.map(writeRecord))).changes).toEqual(changes);
  });

  it('ends at the last whole record, wherever it is torn', () => {
    const records = [1, 2, 3].map((n) => writeRecord(put(n)));
    const log = Buffer.concat(records);
    const ends = records.map((_, i) => Buffer.concat(records.slice(0, i + 1)).length);
    for (let length = 0; length <= log.length; length++) {
      const whole = ends.filter((end) => end <= length);
      expect(readLog(log.subarray(0, length))).toMatchObject({
        end: whole.at(-1) ?? 0,
        changes: { length: whole.length },
      });
    }
  });

  it('takes zeros at its end for an unfinished write', () => {
    const record = writeRecord(put(1));
    expect(readLog(Buffer.concat([record, Buffer.alloc(64)])).end).toBe(record.length);
  });

  it('writes the changes of commands that wait together with one synchronisation', async () => {
    const { state, journal } = memoryFile();
    const waiting = [1, 2, 3].map((n) => {
      journal.record(put(n));
      return journal.flush();
    });
    await Promise.all(waiting);
    expect(state.syncs).toBe(1);
    expect(readLog(Buffer.concat(state.written)).changes).toEqual([1, 2, 3].map(put));
  });

  it('acknowledges nothing after a failed write', async () => {
    const { state, journal } = memoryFile();
    state.full = true;
    journal.record(put(1));
    await expect(journal.flush()).rejects.toThrow('ENOSPC');
    state.full = false;
    journal.record(put(2));
    await expect(journal.flush()).rejects.toThrow('ENOSPC');
    await expect(journal.flush()).rejects.toThrow('ENOSPC');
    expect(state.written).toEqual([]);
  });
});
