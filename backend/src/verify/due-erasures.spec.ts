import { describe, expect, it } from '@jest/globals';
import type { CourtInvitationEvent } from '../booking/courts/court-invitations.events.js';
import type { GuestWaiverEvent } from '../booking/guest-waivers/guest-waivers.events.js';
import type { ApplicationEvent } from '../people/applications/application.events.js';
import {
  KEEP_UNTIL,
  REVIEWED_AT,
  applicationClaimed,
  applicationReviewed,
  hostApplication,
} from '../../testing/applications.js';
import {
  HOUR_ENDS_AT,
  SIGNATURE_ENDS_AT,
  guestAdded,
  guestErased,
  guestRemoved,
  guestErasureRequested,
  waiverSigned,
} from '../../testing/guest-waivers.js';
import {
  KEEP_UNTIL as EMAIL_ENDS_AT,
  ANSWER_BY,
  emailErased,
  playerAdded,
  playerForgotten,
} from '../../testing/match.js';
import { recordedLog } from '../../testing/audited-log.js';
import type { MatchEvent } from '../play/matches/match.events.js';
import { openSpill } from '../platform/stores/spilled-map.js';
import { dueErasures } from './due-erasures.js';

const NOW = '2030-01-01T00:00:00.000Z';
const dueItems = (
  ...history: (ApplicationEvent | CourtInvitationEvent | GuestWaiverEvent | MatchEvent)[]
) => {
  const dueList = dueErasures(openSpill());
  for (const event of recordedLog(history)) dueList.takeEvent(event);
  return [...dueList.dueItems(NOW)].map(({ what, dueAt }) => [what, dueAt]);
};
const key = { applicationId: 'app1', applicant: 'host-aa', kind: 'host' } as const;
const applied: ApplicationEvent = { type: 'HostApplied', data: hostApplication() };
const requested: ApplicationEvent = {
  type: 'ApplicationErasureRequested',
  data: { ...key, by: 'applicant', reference: '', requestedAt: REVIEWED_AT },
};
const erased: ApplicationEvent = {
  type: 'ApplicationErased',
  data: { ...key, erasedAt: REVIEWED_AT },
};
const what = 'application app1: its erasure';

describe('the erasure of an application', () => {
  it('is due at the end of its current period', () => {
    expect(dueItems(applied)).toEqual([[what, '2027-06-10T12:00:00.000Z']]);
    expect(dueItems(applied, applicationReviewed())).toEqual([[what, KEEP_UNTIL]]);
    expect(dueItems(applied, applicationReviewed(), requested)).toEqual([[what, REVIEWED_AT]]);
  });
  it('is not due once it is erased or belongs to an account', () => {
    expect(dueItems(applied, requested, erased)).toEqual([]);
    expect(
      dueItems(applied, applicationReviewed(), applicationClaimed('robin', REVIEWED_AT)),
    ).toEqual([]);
  });
});

describe('the erasure of the email of a guest', () => {
  const court = { courtId: 'roxbury', hostId: 'hana', invitationId: 'a' };
  const invited = (keepUntil: string | null): CourtInvitationEvent => ({
    type: 'GuestInvited',
    data: { ...court, email: '', emailHash: null, invitedAt: REVIEWED_AT, keepUntil },
  });
  const revoked: CourtInvitationEvent = {
    type: 'InvitationRevoked',
    data: { ...court, revokedAt: REVIEWED_AT },
  };
  const erased: CourtInvitationEvent = {
    type: 'InvitationEmailErased',
    data: { ...court, erasedAt: KEEP_UNTIL },
  };
  const what = 'invitation a: the erasure of its email';

  it('is due at the end of its period or when the invitation is revoked', () => {
    expect(dueItems(invited(KEEP_UNTIL))).toEqual([[what, KEEP_UNTIL]]);
    expect(dueItems(invited(KEEP_UNTIL), revoked)).toEqual([[what, REVIEWED_AT]]);
    expect(dueItems(invited(KEEP_UNTIL), revoked, erased)).toEqual([]);
  });
  it('is never due for a link', () => expect(dueItems(invited(null), revoked)).toEqual([]));
});

describe('the erasure of the email of a player named in a match', () => {
  const what = 'match place place-1: the erasure of its email';
  const named = playerAdded({ keepUntil: EMAIL_ENDS_AT });

  it('is due at the end of its period or when its holder leaves Courtly', () => {
    expect(dueItems(named)).toEqual([[what, EMAIL_ENDS_AT]]);
    expect(dueItems(named, playerForgotten())).toEqual([[what, ANSWER_BY]]);
    expect(dueItems(named, playerForgotten(), emailErased())).toEqual([]);
  });
  it('is never due for a name without an email', () =>
    expect(dueItems(playerAdded(), playerForgotten())).toEqual([]));
});

describe('the erasure of a guest of a booking', () => {
  const what = 'guest gus: the erasure of their data';

  it('is due when the hour ends or, for a signature, at the end of its period', () => {
    expect(dueItems(guestAdded())).toEqual([[what, HOUR_ENDS_AT]]);
    expect(dueItems(guestAdded(), waiverSigned())).toEqual([[what, SIGNATURE_ENDS_AT]]);
  });
  it('is due at the removal of a guest who has not signed, or on request', () => {
    expect(dueItems(guestAdded(), guestRemoved())).toEqual([[what, guestRemoved().data.removedAt]]);
    expect(dueItems(guestAdded(), waiverSigned(), guestRemoved())).toEqual([
      [what, SIGNATURE_ENDS_AT],
    ]);
    expect(dueItems(guestAdded(), waiverSigned(), guestErasureRequested())).toEqual([
      [what, guestErasureRequested().data.requestedAt],
    ]);
  });
  it('is due at the request, even if the guest signs or is removed afterward', () => {
    const { requestedAt } = guestErasureRequested().data;
    for (const later of [waiverSigned(), guestRemoved()])
      expect(dueItems(guestAdded(), guestErasureRequested(), later)).toEqual([[what, requestedAt]]);
  });
  it('is not due once the guest is erased', () =>
    expect(dueItems(guestAdded(), guestRemoved(), guestErased())).toEqual([]));
});
