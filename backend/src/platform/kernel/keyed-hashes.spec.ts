import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DeviceCookies } from '../../people/identity/sessions/device-cookies.service.js';
import { Ids } from './ids.js';
import { KeyedHashes } from './keyed-hashes.js';

const [old, recent] = ['an old secret of lookups for tests', 'a new secret of lookups for tests'];
const hashes = (...LOOKUP_SECRETS: string[]) => new KeyedHashes({ LOOKUP_SECRETS });

describe('a proof', () => {
  const proof = hashes(old).hashOf('link', 'a text');

  it('accepts the hash of a text, or its first half, under any listed secret', () => {
    expect(hashes(recent, old).isProofOf(proof, 'link', 'a text')).toBe(true);
    expect(hashes(recent, old).isProofOf(proof.slice(0, 32), 'link', 'a text')).toBe(true);
    expect(hashes(recent).isProofOf(proof, 'link', 'a text')).toBe(false);
  });

  it('matches only its own text and kind', () => {
    expect(hashes(old).isProofOf(proof, 'link', 'another text')).toBe(false);
    expect(hashes(old).isProofOf(proof, 'feed', 'a text')).toBe(false);
  });

  it('rejects any other length', () => {
    for (const other of ['', proof.slice(0, 31), `${proof}0`, `${proof.slice(0, 31)}é`])
      expect(hashes(old).isProofOf(other, 'link', 'a text')).toBe(false);
  });
});

describe('hashing', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('uses prepared keys', () => {
    const createHmac = jest.spyOn(crypto, 'createHmac');
    const createSecretKey = jest.spyOn(crypto, 'createSecretKey');
    syncBuiltinESMExports();
    const ids = new Ids({ LOOKUP_SECRETS: [old] });
    const keyedHashes = hashes(old);
    const cookies = new DeviceCookies({ SESSION_SECRETS: [old] });
    for (const text of ['a', 'b', 'c']) {
      ids.derived(text);
      keyedHashes.hashOf('link', text);
      cookies.issueCookie(text);
    }
    expect(createSecretKey).toHaveBeenCalledTimes(3);
    expect(createHmac).toHaveBeenCalledTimes(9);
    for (const [, key] of createHmac.mock.calls) expect(key).toBeInstanceOf(crypto.KeyObject);
  });
});
