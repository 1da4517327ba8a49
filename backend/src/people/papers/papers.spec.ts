import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PaperName } from '@courtly/contracts/papers';
import { Policy } from '@courtly/contracts/policy';
import { days, dollars, duration, percent } from './paper-numbers.js';
import { paperTexts } from './paper-texts.js';
import type { ApplicationEvent } from '../applications/application.events.js';
import type { UserEvent } from '../identity/user.events.js';
import {
  DRAFT_NOTE,
  acceptancesIn,
  acceptedPapers,
  bookingAcceptancesIn,
  hostAcceptancesIn,
  paperUnder,
} from './papers.js';

const file = new URL('../../../../deploy/policies/standard.json', import.meta.url);
const standard = Policy.parse(JSON.parse(readFileSync(file, 'utf8')));
const textUnder = (policy: Policy, name: PaperName) => JSON.stringify(paperUnder(policy, name));

/** The hash of each version with the numbers of the standard policy. Only add entries. */
const hashes: Record<string, string> = {
  'terms 2026-11': 'e4329410e7fc5d30619803d7369f88c5406349a5def69cf958a25ee8bcd6830a',
  'privacy 2026-11': '3089e2bc51c531cc97eb28f6817bdfae310b03bdf0ff4325a0c5f02e661da505',
  'privacy 2026-12': '47cff734cea6ce8e536ad29201b52111755e8627963a1d008a1c98bea420a78b',
  'hosting-terms 2026-11': '44e7a5db35cf404c659552ad62498c89c42b6a027784f65dfc59ff2b317d152c',
  'cancellation-policy 2026-11': 'bb98fa0a4d514177c3c15234605b63fb34acbb214da1238c80089c07a880df5b',
};

describe.each(PaperName.options)('the legal document %s', (name) => {
  it('never changes within a version', () => {
    for (const { version, write } of paperTexts[name].versions) {
      const hash = createHash('sha256')
        .update(JSON.stringify(write(standard)))
        .digest('hex');
      expect([`${name} ${version}`, hash]).toEqual([
        `${name} ${version}`,
        hashes[`${name} ${version}`],
      ]);
    }
  });
  it('has a note until a lawyer has reviewed it', () =>
    expect(paperUnder(standard, name).draftNote).toBe(DRAFT_NOTE));
  it('has one version per wording, newest first', () => {
    const dates = paperTexts[name].versions.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    const versions = paperTexts[name].versions.map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
  });
  it('has no missing numbers', () =>
    expect(textUnder(standard, name)).not.toMatch(/undefined|null|NaN/));
});

it('lists no second version of the hosting terms while hosts cannot accept one (decision 108)', () =>
  expect(paperTexts['hosting-terms'].versions).toHaveLength(1));

it.each([
  [
    'cancellation-policy',
    'booking 24 hours or more before the start, you get a full refund',
    { freeCancelMinutes: 2_880 },
    'more than 48 hours before the start, and you cancel within 1 hour of the confirmation',
  ],
  ['cancellation-policy', '50% of the total', { lateRefundShare: 2_500 }, '25% of the total'],
  ['terms', 'service fee of 10%', { feeShare: 1_250 }, 'service fee of 12.5%'],
  ['terms', 'after 12 months', { waiverMonths: 6 }, 'after 6 months'],
  ['hosting-terms', '99% of your', { payoutShare: 9_000 }, '90% of your'],
  ['hosting-terms', 'you see how many', { guestWaivers: 'block' }, 'You must not let anyone play'],
] as const)('takes the numbers of %s from the policy: %s', (name, text, changes, changedText) => {
  expect(textUnder(standard, name)).toContain(text);
  expect(textUnder({ ...standard, ...changes }, name)).toContain(changedText);
});

it('says in the privacy notice until when a past booking delays the deletion of an account', () => {
  const conduct = { ...standard.conduct, damageReportMinutes: 4 * 1_440 };
  expect(textUnder(standard, 'privacy')).toContain('at the latest 48 hours after the hour');
  expect(textUnder({ ...standard, conduct }, 'privacy')).toContain('at the latest 4 days after');
});

it('says that payouts wait for approval only if the policy holds them', () => {
  const textIf = (payouts: boolean) =>
    textUnder({ ...standard, hostApproval: { payouts, listing: false } }, 'hosting-terms');
  expect(textIf(true)).toContain('but not before Courtly has approved you as a host');
  expect(textIf(false)).toContain('that you connected at Stripe. The service fee');
});

it('says that guests sign only if the policy asks them to', () => {
  expect(textUnder({ ...standard, guestWaivers: 'warn' }, 'terms')).toContain('must sign it too');
  expect(textUnder({ ...standard, guestWaivers: 'off' }, 'terms')).not.toContain(
    'must sign it too',
  );
});

it('keeps documents as someone accepted them, regardless of the current policy', () => {
  const registered = {
    type: 'UserRegistered',
    data: {
      registeredAt: '2026-12-01T10:00:00.000Z',
      papers: { terms: '2026-11', privacy: '2026-11', policyId: 'first' },
    },
  };
  const applied = {
    type: 'HostApplied',
    data: {
      applicationId: 'a1',
      appliedAt: '2027-01-01T10:00:00.000Z',
      papers: { hostingTerms: '2026-11', policyId: 'second' },
    },
  };
  const accepted = acceptedPapers(
    [
      ...acceptancesIn([registered as UserEvent]),
      ...hostAcceptancesIn([applied as ApplicationEvent], 'a1'),
      ...hostAcceptancesIn([applied as ApplicationEvent], 'another application'),
      { name: 'terms', version: '2020-01', policyId: 'first', acceptedAt: '2020-01-01' },
      { name: 'terms', version: '2026-11', policyId: 'unknown', acceptedAt: '2020-01-01' },
    ],
    (policyId) =>
      policyId === 'unknown'
        ? null
        : { ...standard, id: policyId, ...(policyId === 'first' && { feeShare: 1_250 }) },
  );
  expect(accepted.map(({ name, acceptedAt }) => [name, acceptedAt])).toEqual([
    ['hosting-terms', '2027-01-01T10:00:00.000Z'],
    ['terms', '2026-12-01T10:00:00.000Z'],
    ['privacy', '2026-12-01T10:00:00.000Z'],
  ]);
  expect(accepted[1]).toMatchObject({ version: '2026-11', date: '2026-11-30', policyId: 'first' });
  expect(JSON.stringify(accepted[1])).toContain('service fee of 12.5%');
});

it('returns when bookings first accepted each version under each policy', () => {
  const request = (policyId: string, requestedAt: string, terms = '2026-11') => ({
    policyId,
    requestedAt,
    papers: { terms, cancellationPolicy: '2026-11' },
  });
  const accepted = bookingAcceptancesIn([
    request('second', '2027-03-01'),
    request('first', '2027-01-02'),
    request('first', '2027-01-01'),
    request('second', '2027-03-02', '2027-03'),
    { policyId: 'before papers', requestedAt: '2026-01-01' },
  ]);
  expect(
    accepted.map(({ name, version, policyId, acceptedAt }) =>
      [name, version, policyId, acceptedAt].join(' '),
    ),
  ).toEqual([
    'terms 2026-11 first 2027-01-01',
    'cancellation-policy 2026-11 first 2027-01-01',
    'terms 2026-11 second 2027-03-01',
    'cancellation-policy 2026-11 second 2027-03-01',
    'terms 2027-03 second 2027-03-02',
  ]);
});

it('lists a text once, even if a new policy did not change it', () => {
  const acceptance = (name: PaperName, policyId: string, acceptedAt: string) => ({
    name,
    version: '2026-11',
    policyId,
    acceptedAt,
  });
  const accepted = acceptedPapers(
    [
      acceptance('terms', 'first', '2027-01-01'),
      acceptance('terms', 'more fees', '2027-03-01'),
      acceptance('terms', 'first again', '2027-04-01'),
      acceptance('cancellation-policy', 'more fees', '2027-03-01'),
      acceptance('cancellation-policy', 'first', '2027-02-01'),
    ],
    (policyId) => ({
      ...standard,
      id: policyId,
      ...(policyId === 'more fees' && { feeShare: 1_250 }),
    }),
  );
  expect(
    accepted.map(({ name, policyId, acceptedAt }) => [name, policyId, acceptedAt].join(' ')),
  ).toEqual([
    'terms more fees 2027-03-01',
    'cancellation-policy first 2027-02-01',
    'terms first 2027-01-01',
  ]);
});

it('writes numbers as a person would', () => {
  expect([90, 60, 1_440, 2_880, 4_320].map(duration)).toEqual([
    '90 minutes',
    '1 hour',
    '24 hours',
    '48 hours',
    '3 days',
  ]);
  expect([180, 365, 1_095, 1_100].map(days)).toEqual([
    '180 days',
    '1 year (365 days)',
    '3 years (1,095 days)',
    '1,100 days',
  ]);
  expect([duration(0), days(1), percent(1_250), dollars(19_900), dollars(9_950)]).toEqual([
    '0 minutes',
    '1 day',
    '12.5%',
    '$199',
    '$99.50',
  ]);
});
