import { describe, expect, it } from '@jest/globals';
import { Shares } from './shares.js';

describe('shares', () => {
  it('leave room for others when one key has used up its share', () => {
    const shares = new Shares({ inAll: 3, perKey: 2 });
    shares.take('greedy');
    shares.take('greedy');
    expect([shares.hasRoomFor('greedy'), shares.hasRoomFor('modest')]).toEqual([false, true]);
    expect(shares.isFull).toBe(false);
  });

  it('are limited in total', () => {
    const shares = new Shares({ inAll: 2, perKey: 2 });
    shares.take('one');
    shares.take('other');
    expect([shares.isFull, shares.hasRoomFor('third')]).toEqual([true, false]);
  });

  it('are freed only once', () => {
    const shares = new Shares({ inAll: 2, perKey: 1 });
    const free = shares.take('one');
    shares.take('other');
    free();
    free();
    expect(shares.hasRoomFor('one')).toBe(true);
    shares.take('one');
    expect([shares.isFull, shares.hasRoomFor('one')]).toEqual([true, false]);
  });
});
