import { describe, expect, it } from '@jest/globals';
import {
  ANSWER_BY,
  autoConfirmed,
  disputeSettled,
  matchConfirmed,
  matchDisputed,
  matchFacts,
  matchVoided,
  matchWithdrawn,
  olga,
  placeClaimed,
  playerAdded,
  playerAgreed,
  playerLeft,
  withdrawalAgreed,
  withdrawalRequested,
} from '../../../testing/match.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { MatchEvent } from '../../play/matches/match.events.js';
import type { MatchNotificationEvent } from './match-notifications.js';
import { notifications } from './notifications.projection.js';

const after = (...events: MatchEvent[]) =>
  fold(
    notifications,
    ...inStream(`match-${matchFacts.matchId}`, ...(events as MatchNotificationEvent[])),
  );
const notified = (...events: MatchEvent[]) =>
  [...after(...events).values()].map(({ personId, playerId, type, read, answerBy }) => [
    ...[personId, playerId, type, read, answerBy],
  ]);

const confirmRow = ['olga', 'pavel', 'match_to_confirm', false, ANSWER_BY];
const confirmed = ['pavel', 'olga', 'match_confirmed', false, null];
const settled = ['olga', 'pavel', 'match_to_confirm', true, null];

describe('match notifications', () => {
  it('show the hour that was played', () =>
    expect([...after(playerAdded(olga)).values()][0]).toMatchObject({
      bookingId: 'booking-1',
      courtId: 'roxbury',
      side: 'player',
      amountCents: null,
      declineReason: null,
      startTime: '2027-03-13T18:00:00.000Z',
      endTime: '2027-03-13T19:00:00.000Z',
    }));
  it('ask an opponent with an account to confirm', () =>
    expect(notified(playerAdded(olga))).toEqual([confirmRow]));
  it('inform a partner of the match', () =>
    expect(notified(playerAdded({ ...olga, side: 'partner', answerBy: null }))).toEqual([
      ['olga', 'pavel', 'match_named', false, null],
    ]));
  it('ignore imported matches', () => {
    const { type, data } = playerAdded(olga);
    expect(notified({ type, data: { ...data, loggerId: 'imported-a1' } } as MatchEvent)).toEqual(
      [],
    );
  });
  it('skip players without an account, and count as read for players who claim a place', () => {
    expect(notified(playerAdded())).toEqual([]);
    expect(notified(playerAdded(), placeClaimed())).toEqual([
      ['olga', 'pavel', 'match_to_confirm', true, ANSWER_BY],
      ['pavel', 'olga', 'match_claimed', false, null],
    ]);
  });
  it('count as read once the person confirms the match', () =>
    expect(notified(playerAdded(olga), matchConfirmed())).toEqual([settled, confirmed]));
  it('notify people who did not answer that the match counts', () => {
    const counted = ['olga', 'pavel', 'match_counted', false, null];
    expect(notified(playerAdded(olga), autoConfirmed())).toEqual([counted]);
    expect(notified(playerAdded(), placeClaimed(), autoConfirmed())[0]).toEqual(counted);
    expect(notified(playerAdded(olga), playerAgreed(), autoConfirmed())).toEqual([settled]);
    const rosa = { ...olga, placeId: 'place-2', playerId: 'rosa' };
    const players = [
      { placeId: 'place-1', side: 'opponent' as const, playerId: 'olga' },
      { placeId: 'place-2', side: 'opponent' as const, playerId: 'rosa' },
    ];
    expect(
      notified(playerAdded(olga), playerAdded(rosa), matchConfirmed({ players })),
    ).toContainEqual(['rosa', 'pavel', 'match_counted', false, null]);
  });
  it('inform the logger of a dispute, but no one without an account', () => {
    const shownPlayerIds = [
      { placeId: 'place-1', side: 'opponent' as const, playerId: 'olga' },
      { placeId: 'place-2', side: 'opponent' as const, playerId: null },
    ];
    expect(notified(playerAdded(olga), matchDisputed({ players: shownPlayerIds }))).toEqual([
      settled,
      ['pavel', 'olga', 'match_disputed', false, null],
    ]);
  });
  it.each([
    [true, 'match_voided'],
    [false, 'match_stands'],
  ])(
    'inform everyone with an account of a settled dispute (upheld: %s)',
    (upheld, notificationType) =>
      expect(
        notified(playerAdded(olga), matchDisputed(), disputeSettled(upheld)).filter(
          ([, , rowType]) => rowType === notificationType,
        ),
      ).toEqual([
        ['olga', 'pavel', notificationType, false, null],
        ['pavel', 'pavel', notificationType, false, null],
      ]),
  );
  it("show an admin's reason, except for those that were written for admins only", () => {
    const reasonsAfter = (event: MatchEvent) =>
      [...after(playerAdded(olga), matchDisputed(), event).values()]
        .filter(({ type }) => type === 'match_voided')
        .map(({ reason, reasonBy }) => [reason, reasonBy]);
    const shown = ['They say the same.', 'admin'];
    expect(reasonsAfter(disputeSettled(true))).toEqual([shown, shown]);
    expect(reasonsAfter(disputeSettled(true, { isReasonShown: false }))).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
  it('inform everyone with an account that an admin voided the match', () =>
    expect(notified(playerAdded(olga), matchConfirmed(), matchVoided())).toEqual([
      ['olga', 'pavel', 'match_voided', false, null],
      confirmed,
      ['pavel', 'pavel', 'match_voided', false, null],
    ]));
  it('inform the logger that someone was not there, without saying who', () =>
    expect(notified(playerAdded(olga), playerLeft())).toEqual([
      settled,
      ['pavel', 'pavel', 'match_left', false, null],
    ]));
  it('close for each player who agreed', () =>
    expect(notified(playerAdded(olga), playerAgreed())).toEqual([settled]));
  it('stay open for others after a dispute', () => {
    const rosa = { ...olga, placeId: 'place-2', playerId: 'rosa' };
    const players = [
      { placeId: 'place-1', side: 'opponent' as const, playerId: 'olga' },
      { placeId: 'place-2', side: 'opponent' as const, playerId: 'rosa' },
    ];
    expect(notified(playerAdded(olga), playerAdded(rosa), matchDisputed({ players }))).toEqual([
      settled,
      ['rosa', 'pavel', 'match_to_confirm', false, ANSWER_BY],
      ['pavel', 'olga', 'match_disputed', false, null],
    ]);
  });
  it('ask the other side to agree to a withdrawal, and inform both sides', () => {
    const asked = [playerAdded(olga), matchConfirmed(), withdrawalRequested()];
    expect(notified(...asked)).toEqual([
      settled,
      confirmed,
      ['olga', 'pavel', 'match_withdrawal', false, null],
    ]);
    expect(notified(...asked, withdrawalAgreed())).toContainEqual([
      'pavel',
      'olga',
      'match_withdrawn',
      false,
      null,
    ]);
  });
  it('inform everyone with an account of a withdrawal', () =>
    expect(notified(playerAdded(olga), matchConfirmed(), matchWithdrawn())).toEqual([
      ['olga', 'pavel', 'match_withdrawn', false, null],
      confirmed,
    ]));
});
