import { describe, expect, it } from '@jest/globals';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import {
  ANSWER_BY,
  CLAIM_BY,
  disputeSettled,
  matchConfirmed,
  matchDisputed,
  matchFacts,
  matchLogged,
  matchVoided,
  matchWithdrawn,
  olga,
  placeClaimed,
  playerAdded,
  playerForgotten,
  withdrawalAgreed,
  withdrawalRequested,
} from '../../../testing/match.js';
import { inStream } from '../../../testing/projection.js';
import { challengeEmails } from './challenges.process.js';
import type { MatchEvent } from './match.events.js';
import { matchDeadlines, matchEmailErasures, matchEmails } from './matches.process.js';

const { matchId } = matchFacts;
const recorded = <E extends Message>(event: E) => inStream(`match-${matchId}`, event)[0]!;
const deadlines = (event: MatchEvent) =>
  matchDeadlines.react(recorded(event) as RecordedEvent<MatchEvent>);
const job = { id: `match.${matchId}.${Date.parse(ANSWER_BY)}`, due: ANSWER_BY, data: { matchId } };

describe('matchDeadlines', () => {
  it('starts the deadline when the match is logged, for its invitations', () =>
    expect(deadlines(matchLogged())).toEqual([
      { id: `match.${matchId}.${Date.parse(CLAIM_BY)}`, due: CLAIM_BY, data: { matchId } },
    ]));
  it('starts the deadline when someone is added with an account or claims a place', () => {
    expect(deadlines(playerAdded(olga))).toEqual([job]);
    expect(deadlines(placeClaimed())).toEqual([job]);
  });
  it('starts no deadline for open places or responses', () => {
    expect(deadlines(playerAdded())).toEqual([]);
    expect(deadlines(matchConfirmed())).toEqual([]);
  });
  it('finds the same job in the sweep', () =>
    expect(matchDeadlines.sweep!.jobs({ matchId, deadline: ANSWER_BY })).toEqual([job]));
});

describe('matchEmailErasures', () => {
  const job = {
    id: `matchEmails.${matchId}.${Date.parse(ANSWER_BY)}`,
    due: ANSWER_BY,
    data: { matchId },
  };
  it('erases the email of someone who left Courtly, as the sweep does for ended periods', () => {
    expect(
      matchEmailErasures.react(recorded(playerForgotten()) as RecordedEvent<MatchEvent>),
    ).toEqual([job]);
    expect(matchEmailErasures.sweep!.jobs({ matchId, nextErasureAt: ANSWER_BY })).toEqual([job]);
  });
});

describe('matchEmails', () => {
  it('sends nothing for imported matches', () => {
    const { type, data } = playerAdded(olga);
    expect(emailsOf({ type, data: { ...data, loggerId: 'imported-a1' } } as MatchEvent)).toEqual(
      [],
    );
  });

  const emailsOf = (event: MatchEvent) =>
    matchEmails
      .react(recorded(event) as RecordedEvent<MatchEvent>)
      .map(({ id, data: { type, placeId } }) => [id, type, placeId]);
  const id = `match.match-${matchId}#0`;
  it('emails the logger when an opponent confirms the result or an invited player joins', () => {
    expect(emailsOf(matchConfirmed())).toEqual([[id, 'confirmed', null]]);
    expect(emailsOf(placeClaimed())).toEqual([[id, 'claimed', null]]);
  });
  it('emails each named player, and the logger of a disputed match', () => {
    expect(emailsOf(playerAdded())).toEqual([[id, 'named', 'place-1']]);
    expect(emailsOf(matchDisputed())).toEqual([[id, 'disputed', null]]);
  });
  it('emails everyone when an admin decides about the match', () => {
    const everyone = [
      [`${id}.logger`, 'ruled', null],
      [`${id}.place-1`, 'ruled', 'place-1'],
    ];
    expect(emailsOf(disputeSettled(true))).toEqual(everyone);
    expect(emailsOf(matchVoided())).toEqual(everyone);
  });
  it('emails each registered player of a withdrawn match', () => {
    const open = { placeId: 'place-2', side: 'opponent', playerId: null } as const;
    const claimedPlace = { placeId: 'place-1', side: 'opponent', playerId: 'olga' } as const;
    expect(emailsOf(matchWithdrawn({ players: [claimedPlace, open] }))).toEqual([
      [`${id}.place-1`, 'withdrawn', 'place-1'],
    ]);
  });
  it('emails the side that is asked to withdraw a match, and then everyone else', () => {
    expect(emailsOf(withdrawalRequested())).toEqual([[`${id}.place-1`, 'withdrawal', 'place-1']]);
    expect(emailsOf(withdrawalRequested({ requestedBy: 'olga' }))).toEqual([
      [`${id}.logger`, 'withdrawal', null],
    ]);
    expect(emailsOf(withdrawalAgreed())).toEqual([[`${id}.logger`, 'withdrawn', null]]);
  });
  it('sends match emails to users and invitations to people without an account', () => {
    const subscriptionsOf = (event: MatchEvent) =>
      matchEmails
        .react(recorded(event) as RecordedEvent<MatchEvent>)
        .map(({ data }) => matchEmails.email!(data));
    expect(subscriptionsOf(playerAdded(olga))).toEqual([{ userId: 'olga', kind: 'matches' }]);
    expect(subscriptionsOf(playerAdded())).toEqual([null]);
    const { loggerId: userId } = matchFacts;
    expect(subscriptionsOf(matchDisputed())).toEqual([{ userId, kind: 'matches' }]);
    const players = [{ placeId: 'place-1', side: 'opponent', playerId: 'olga' } as const];
    expect(subscriptionsOf(matchWithdrawn({ players }))).toEqual([
      { userId: 'olga', kind: 'matches' },
    ]);
  });
});

it('a challenge email is a match email of the opponent', () => {
  const [job] = challengeEmails.react(
    inStream('challenge-booking-1', {
      type: 'ChallengeConfirmed',
      data: {
        bookingId: 'booking-1',
        courtId: 'court-1',
        challengerId: 'pavel',
        opponentId: 'olga',
        startTime: '2027-03-10T12:00:00.000Z',
        endTime: '2027-03-10T13:00:00.000Z',
        zone: 'America/Phoenix',
        confirmedAt: '2027-03-01T12:00:00.000Z',
      },
    })[0] as never,
  );
  expect(challengeEmails.email!(job!.data)).toEqual({ userId: 'olga', kind: 'matches' });
});
