import { describe, expect, it } from '@jest/globals';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import {
  ANSWER_BY,
  matchConfirmed,
  matchDisputed,
  matchFacts,
  matchWithdrawn,
  olga,
  placeClaimed,
  playerAdded,
} from '../../../testing/match.js';
import { inStream } from '../../../testing/projection.js';
import type { MatchEvent } from './match.events.js';
import { matchDeadlines, matchMails } from './matches.process.js';

const { matchId } = matchFacts;
const recorded = <E extends Message>(event: E) => inStream(`match-${matchId}`, event)[0]!;
const deadlines = (event: MatchEvent) =>
  matchDeadlines.react(recorded(event) as RecordedEvent<MatchEvent>);
const job = { id: `match.${matchId}.${Date.parse(ANSWER_BY)}`, due: ANSWER_BY, data: { matchId } };

describe('the time that a match waits', () => {
  it('begins once an opponent has an account, named with one or by a claim', () => {
    expect(deadlines(playerAdded(olga))).toEqual([job]);
    expect(deadlines(placeClaimed())).toEqual([job]);
  });
  it('does not begin for an open place, a partner or an answer', () => {
    expect(deadlines(playerAdded())).toEqual([]);
    expect(deadlines(placeClaimed({ side: 'partner', answerBy: null }))).toEqual([]);
    expect(deadlines(matchConfirmed())).toEqual([]);
  });
  it('is found again by the sweep, under the same id', () =>
    expect(matchDeadlines.sweep!.jobs({ matchId, confirmBy: ANSWER_BY })).toEqual([job]));
});

describe('mails', () => {
  it('go to nobody about a match that others have recorded', () => {
    const { type, data } = playerAdded(olga);
    expect(mailsOf({ type, data: { ...data, loggerId: 'imported-a1' } } as MatchEvent)).toEqual([]);
  });

  const mailsOf = (event: MatchEvent) =>
    matchMails
      .react(recorded(event) as RecordedEvent<MatchEvent>)
      .map(({ id, data: { type, placeId } }) => [id, type, placeId]);
  const id = `match.match-${matchId}#0`;
  it('are one for each who is named, and one for who logged a match that is disputed', () => {
    expect(mailsOf(playerAdded())).toEqual([[id, 'named', 'place-1']]);
    expect(mailsOf(matchDisputed())).toEqual([[id, 'disputed', null]]);
  });
  it('are one for each with an account in a match that was withdrawn', () => {
    const open = { placeId: 'place-2', side: 'opponent', playerId: null } as const;
    const held = { placeId: 'place-1', side: 'opponent', playerId: 'olga' } as const;
    expect(mailsOf(matchWithdrawn({ players: [held, open] }))).toEqual([
      [`${id}.place-1`, 'withdrawn', 'place-1'],
    ]);
  });
});
