import { describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { encodeDocument } from './bson-writer.js';
import type { DatabaseChange } from './collection.js';
import { LOG_HEADER, parseLog, encodeRecord, type WrittenExtent } from './durable-log.js';

const RECORDS = 30;
const PAGE = 4096;

const put = (_id: number, size = 4): DatabaseChange => ({
  kind: 'put',
  collection: 'keys',
  bytes: encodeDocument({ _id, secret: 'x'.repeat(size) }),
});

/** A log of 30 records, and its manifest if all, or all but the last, were acknowledged. */
function logOf(size?: number) {
  const changes = Array.from({ length: RECORDS }, (_, i) => put(i, size));
  const records = changes.map((change) => encodeRecord([change]));
  const log = Buffer.concat([LOG_HEADER, ...records]);
  const fullExtent = { bytes: log.length, records: RECORDS };
  const allButLast = { bytes: log.length - records.at(-1)!.length, records: RECORDS - 1 };
  return { changes, records, log, all: fullExtent, allButLast };
}

/**
 * The result of reading a log: 'refused', or how many of the written changes it still contains, in
 * order.
 */
function outcome(
  log: Buffer,
  changes: readonly DatabaseChange[],
  written?: WrittenExtent,
): 'refused' | number {
  let read: DatabaseChange[];
  try {
    read = parseLog(log, written).changes;
  } catch {
    return 'refused';
  }
  const same = read.every((change, i) => isDeepStrictEqual(change, changes[i]));
  if (!same) throw new Error('a record was read as another');
  return read.length;
}

describe('the log', () => {
  it('returns the written changes, several of which may share a record', () => {
    const spec = { v: 2, key: { secret: 1 }, name: 'secret_1', unique: true } as const;
    const changes: DatabaseChange[] = [
      { kind: 'create', collection: 'keys' },
      { kind: 'createIndex', collection: 'keys', spec },
      put(3),
      { kind: 'rename', collection: 'keys', to: 'others' },
    ];
    const log = Buffer.concat([
      LOG_HEADER,
      encodeRecord(changes.slice(0, 3)),
      encodeRecord(changes.slice(3)),
    ]);
    expect(parseLog(log)).toEqual({ changes, bytes: log.length, records: 2 });
  });

  it('loses no acknowledged record after a flipped bit', () => {
    const { changes, log, all: fullExtent, allButLast } = logOf();
    for (let bit = 0; bit < log.length * 8; bit++) {
      log[bit >> 3]! ^= 1 << (bit & 7);
      const acknowledged = outcome(log, changes, fullExtent);
      const unfinished =
        bit < allButLast.bytes * 8 ? RECORDS - 1 : outcome(log, changes, allButLast);
      if (acknowledged !== 'refused' || unfinished !== RECORDS - 1)
        throw new Error(`bit ${bit} lost a record`);
      log[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(outcome(log, changes, fullExtent)).toBe(RECORDS);
  });

  it('finds complete records after a flipped bit even without a manifest', () => {
    const { changes, log, allButLast } = logOf();
    for (let bit = 0; bit < allButLast.bytes * 8; bit++) {
      log[bit >> 3]! ^= 1 << (bit & 7);
      if (outcome(log, changes) !== 'refused') throw new Error(`bit ${bit} was not noticed`);
      log[bit >> 3]! ^= 1 << (bit & 7);
    }
  });

  it('loses no acknowledged record after a zeroed page', () => {
    const { changes, log, all: fullExtent, allButLast } = logOf(1000);
    for (let at = 0; at < log.length; at += PAGE / 8) {
      const zeroed = Buffer.from(log).fill(0, at, Math.min(at + PAGE, log.length));
      expect(outcome(zeroed, changes, fullExtent)).toBe('refused');
      expect(outcome(zeroed, changes, allButLast)).toBe(
        at < allButLast.bytes ? 'refused' : RECORDS - 1,
      );
    }
  });

  it('loses no acknowledged record after truncation, and only the unfinished write itself', () => {
    const { changes, log, all: fullExtent, allButLast } = logOf();
    for (let length = 0; length < log.length; length++) {
      expect(outcome(log.subarray(0, length), changes, fullExtent)).toBe('refused');
      const short = length < allButLast.bytes;
      expect(outcome(log.subarray(0, length), changes, allButLast)).toBe(
        short ? 'refused' : RECORDS - 1,
      );
    }
  });

  it('treats zeros at its end as an unfinished write', () => {
    const log = Buffer.concat([LOG_HEADER, encodeRecord([put(1)])]);
    expect(parseLog(Buffer.concat([log, Buffer.alloc(64)])).bytes).toBe(log.length);
  });

  it('reports where it is damaged and how many complete records come before and after', () => {
    const { records, log } = logOf();
    const at = LOG_HEADER.length + Buffer.concat(records.slice(0, 14)).length;
    log[at + 4]! ^= 1;
    expect(() => parseLog(log)).toThrow(
      `is damaged at byte ${at} (complete records before it: 14, after it: 15)`,
    );
  });

  it('refuses other formats and suggests a remedy for an older one', () => {
    const payload = encodeDocument({ kind: 'create', collection: 'keys' });
    const head = Buffer.alloc(8);
    head.writeUInt32LE(payload.length, 0);
    head.writeUInt32LE(crc32(payload), 4);
    expect(() => parseLog(Buffer.concat([head, payload]))).toThrow(
      /format 1, .*npm start -- --reset/,
    );
    expect(() => parseLog(Buffer.from('courtly bson log 3\n'))).toThrow(
      /format 3 from a newer program/,
    );
  });
});
