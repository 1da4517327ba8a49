import { describe, expect, it } from '@jest/globals';
import { PolicyFile } from '@courtly/contracts/policy';
import { readFileSync } from 'node:fs';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import { aListing } from '../../../testing/court.js';
import type { Conduct } from '../conduct/conduct.js';
import { type BookingRequest, checkRequest, requestDeadlines } from './booking-request.js';

const rules = {
  hostAnswerMinutes: 1_440,
  hostAnswerBeforeStartMinutes: 60,
  paymentRequired: true,
  payMinutes: 15,
};
const requestedAt = '2027-03-13T10:00:00.000Z';
const deadlines = (startTime: string, instantBook = false, changes: Partial<typeof rules> = {}) =>
  requestDeadlines({ startTime, requestedAt, instantBook }, { ...rules, ...changes });

describe('the deadlines of a request', () => {
  it('give the host a day to respond and the player a few minutes to pay', () =>
    expect(deadlines('2027-03-16T10:00:00.000Z')).toEqual({
      answerBy: '2027-03-14T10:00:00.000Z',
      payBy: '2027-03-13T10:15:00.000Z',
    }));

  it('are both no later than an hour before the start', () =>
    expect(deadlines('2027-03-13T11:05:00.000Z')).toEqual({
      answerBy: '2027-03-13T10:05:00.000Z',
      payBy: '2027-03-13T10:05:00.000Z',
    }));

  it('allow payment until the start of an instant booking', () => {
    expect(deadlines('2027-03-13T10:40:00.000Z', true).payBy).toBe('2027-03-13T10:15:00.000Z');
    expect(deadlines('2027-03-13T10:10:00.000Z', true).payBy).toBe('2027-03-13T10:10:00.000Z');
  });

  it('include no payment deadline if no payment is required', () =>
    expect(
      deadlines('2027-03-16T10:00:00.000Z', false, { paymentRequired: false }).payBy,
    ).toBeNull());
});

const policy = PolicyFile.parse(
  JSON.parse(readFileSync('deploy/policies/standard.json', 'utf8')) as unknown,
);

describe('a request to a host who is not approved or is suspended', () => {
  const at = '2027-03-20T18:00:00.000Z';
  const request = (listing: boolean, host: object | null) =>
    checkRequest(
      {
        body: { startTime: '2027-03-22T18:00:00.000Z', endTime: '2027-03-22T19:00:00.000Z' },
        requestedAt: at,
        court: aListing(),
        host,
        player: { suspension: null, waiver: { version: currentWaiver.version, acceptedAt: at } },
        isElite: false,
        isInvited: false,
        conduct: { strikes: [] },
      } as unknown as BookingRequest,
      { ...policy, hostApproval: { payouts: true, listing } },
    ).hour;
  const owner = { roles: ['owner'], suspension: null };

  it('is refused only if the policy lists the courts of approved hosts', () => {
    expect(request(false, null)).toBe(11);
    for (const host of [null, owner])
      expect(() => request(true, host)).toThrow(
        expect.objectContaining({ code: 'host_unapproved' }),
      );
    expect(request(true, { ...owner, roles: ['owner', 'host'] })).toBe(11);
  });

  it.each([true, false])('is refused while the host is suspended (listing: %s)', (listing) =>
    expect(() => request(listing, { roles: ['host'], suspension: { since: at } })).toThrow(
      expect.objectContaining({
        code: 'host_unapproved',
        message: "This court can't be booked now. Please choose another one.",
      }),
    ),
  );
});

describe('a request after no-shows', () => {
  const strike = (number: number) => ({
    incidentId: `booking-${number}.no_show`,
    bookingId: `booking-${number}`,
    at: '2027-03-01T12:00:00.000Z',
    until: '2027-05-30T12:00:00.000Z',
  });
  const twoStrikes: Conduct = { strikes: [strike(1), strike(2)] };
  const request = (conduct: Conduct, instantBook: boolean, requestedAt: string) => {
    const court = aListing({
      bookingRules: { leadMinutes: null, horizonDays: null, instantBook },
    });
    const start = Date.parse(requestedAt) + 2 * 24 * 3_600_000;
    const startTime = new Date(start).toISOString();
    const endTime = new Date(start + 3_600_000).toISOString();
    const bookingRequest = {
      body: { startTime, endTime },
      requestedAt,
      court,
      player: {
        suspension: null,
        waiver: { version: currentWaiver.version, acceptedAt: requestedAt },
      },
      isElite: false,
      isInvited: false,
      conduct,
    } as unknown as BookingRequest;
    return checkRequest(bookingRequest, policy).hour;
  };
  const at = '2027-03-20T18:00:00.000Z';

  it('is refused unless the court confirms instantly', () => {
    expect(() => request(twoStrikes, false, at)).toThrow('After 2 no-shows in 90 days');
    expect(request(twoStrikes, true, at)).toBe(11);
  });

  it('is accepted with one strike, and once a strike no longer counts', () => {
    expect(request({ strikes: [strike(1)] }, false, at)).toBe(11);
    expect(request(twoStrikes, false, '2027-05-30T18:00:00.000Z')).toBe(11);
  });
});
