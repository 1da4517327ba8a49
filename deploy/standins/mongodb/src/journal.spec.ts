import { describe, expect, it } from '@jest/globals';
import type { FileHandle } from 'node:fs/promises';
import { encodeDocument } from './bson-writer.js';
import type { DatabaseChange } from './collection.js';
import { LOG_HEADER, parseLog } from './durable-log.js';
import { createJournal } from './journal.js';

const put = (_id: number): DatabaseChange => ({
  kind: 'put',
  collection: 'keys',
  bytes: encodeDocument({ _id }),
});

/** An in-memory file that records its operations and can refuse writes. */
function memoryFile() {
  const state = { written: [] as Buffer[], steps: [] as string[], full: false };
  const appendFile = async (bytes: Buffer): Promise<void> => {
    if (state.full) throw new Error('ENOSPC: no space left on device');
    state.steps.push('write');
    state.written.push(bytes);
  };
  const datasync = async (): Promise<void> => void state.steps.push('sync');
  const file = { appendFile, datasync, close: async () => undefined } as unknown as FileHandle;
  return { state, journal: createJournal(file, async () => void state.steps.push('note')) };
}

describe('the journal', () => {
  it('writes concurrent changes as one record and reports it once it is on disk', async () => {
    const { state, journal } = memoryFile();
    const waiting = [1, 2, 3].map((n) => {
      journal.record(put(n));
      return journal.flush();
    });
    await Promise.all(waiting);
    expect(state.steps).toEqual(['write', 'sync', 'note']);
    expect(parseLog(Buffer.concat([LOG_HEADER, ...state.written])).changes).toEqual(
      [1, 2, 3].map(put),
    );
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
