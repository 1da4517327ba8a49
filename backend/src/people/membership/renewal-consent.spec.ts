import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { renewalConsents } from './renewal-consent.js';

describe('the consent to renewal', () => {
  it.each(renewalConsents)('matches its hash in version $version', ({ text, textHash }) =>
    expect(createHash('sha256').update(text).digest('hex')).toBe(textHash),
  );
  it('keeps the texts of earlier versions', () =>
    expect(renewalConsents.map(({ version, textHash }) => [version, textHash])).toContainEqual([
      '2026-11',
      '1a98e1138ac37ad4432c3f27cb359da567bb5538ca6d427572aef223fee8aead',
    ]));
  it('has one version per wording', () => {
    const versions = renewalConsents.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)]);
  });
});
