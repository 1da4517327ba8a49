import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { currentWaiver, waiverTexts } from './waiver-text.js';
import { requireCurrentVersion, validSince, waiverIsValid, waiverStatus } from './waiver.js';

const policy = { waiverMonths: 12 };
const { version, textHash } = currentWaiver;
const acceptedAt = '2027-03-13T18:00:00.000Z';
const waiver = { version, textHash, acceptedAt };

describe('an accepted waiver', () => {
  it('counts for twelve months, to the millisecond', () => {
    expect(waiverIsValid(waiver, acceptedAt, policy)).toBe(true);
    expect(waiverIsValid(waiver, '2028-03-13T17:59:59.999Z', policy)).toBe(true);
    expect(waiverIsValid(waiver, '2028-03-13T18:00:00.000Z', policy)).toBe(false);
  });
  it('counts for the number of months in the policy', () => {
    expect(waiverIsValid(waiver, '2027-04-13T18:00:00.000Z', { waiverMonths: 1 })).toBe(false);
    expect(waiverIsValid(waiver, '2028-09-13T17:59:59.000Z', { waiverMonths: 18 })).toBe(true);
  });
  it('does not count for another version of the text', () =>
    expect(waiverIsValid({ ...waiver, version: '1999-01' }, acceptedAt, policy)).toBe(false));
  it('must exist to count', () => expect(waiverIsValid(null, acceptedAt, policy)).toBe(false));
  it('uses calendar months in UTC, regardless of the time zone of the machine', () => {
    expect(validSince('2027-03-31T00:30:00.000Z', { waiverMonths: 1 })).toBe(
      '2027-02-28T00:30:00.000Z',
    );
    expect(validSince('2028-02-29T12:00:00.000Z', policy)).toBe('2027-02-28T12:00:00.000Z');
  });
});

it('returns the time of the last acceptance even if it has expired', () => {
  const status = waiverStatus(waiver, '2029-01-01T00:00:00.000Z', policy);
  expect(status).toMatchObject({
    hasAcceptedWaiver: false,
    waiverAcceptedAt: acceptedAt,
    version,
    textHash,
  });
});

describe('the text of the waiver', () => {
  it.each(waiverTexts)('matches its hash in version $version', ({ text, textHash }) =>
    expect(createHash('sha256').update(text).digest('hex')).toBe(textHash),
  );
  it('has one version per wording', () =>
    expect(new Set(waiverTexts.map((text) => text.version)).size).toBe(waiverTexts.length));
  it("requires an adult age or a guardian's consent", () => {
    expect(currentWaiver.adultAge).toBe(18);
    expect(currentWaiver.text).toMatch(/at least 18 years old/);
    expect(currentWaiver.text).toMatch(/guardian/);
  });
  it('is long enough to need scrolling', () =>
    expect(currentWaiver.text.length).toBeGreaterThan(4_000));
});

it('refuses consent to any version other than the current one', () => {
  expect(() => requireCurrentVersion(version)).not.toThrow();
  expect(() => requireCurrentVersion('1999-01')).toThrow(
    expect.objectContaining({ code: 'waiver_changed' }),
  );
});
