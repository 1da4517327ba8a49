import { describe, expect, it } from '@jest/globals';
import { Ids } from './ids.js';

const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
const otherIds = new Ids({ LOOKUP_SECRETS: ['another secret of lookups for tests'] });

describe('derived ids', () => {
  it('are UUIDs that depend on every part, their order, and where each part ends', () => {
    const parts = [['a', 'b'], ['b', 'a'], ['ab'], ['a'], ['a', 'b', ''], ['a\nb'], ['a","b']];
    const derivedIds = parts.map((some) => ids.derived(...some));
    expect(new Set(derivedIds).size).toBe(derivedIds.length);
    for (const id of derivedIds)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.derived('a', 'b')).toBe(derivedIds[0]);
  });

  it('can be short, readable, and the same for the same text', () => {
    expect(ids.short('booking', 8)).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
    expect(ids.short('booking', 8)).toBe(ids.short('booking', 8));
    const many = Array.from({ length: 5_000 }, (_, index) => ids.short(String(index), 8));
    expect(new Set(many).size).toBe(5_000);
  });

  it('differ under another secret, so outsiders can neither choose nor guess one', () => {
    expect(otherIds.derived('a')).not.toBe(ids.derived('a'));
    expect(otherIds.short('a', 8)).not.toBe(ids.short('a', 8));
  });

  it('depend only on the first secret', () => {
    const rotated = new Ids({
      LOOKUP_SECRETS: ['another secret of lookups for tests', 'a secret of lookups for tests'],
    });
    expect(rotated.derived('a')).toBe(otherIds.derived('a'));
  });
});
