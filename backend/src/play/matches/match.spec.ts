import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANSWER_BY,
  LOGGED_AT,
  autoConfirmed,
  disputeSettled,
  matchConfirmed,
  matchDisputed,
  matchLogged,
  matchResult,
  matchWithdrawn,
  olga,
  placeClaimed,
  playedWith,
  playerAdded,
} from '../../../testing/match.js';
import { specification } from '../../../testing/specification.js';
import { confirmBy, disciplineOf } from './lineup.js';
import type { MatchEvent } from './match.events.js';
import { MOST_TIMES_LOGGED, type MatchPlayer, match, matchIdOf } from './match.js';

const given = specification(match);
const recordedAt = LOGGED_AT;
const log = (
  players: MatchPlayer[] = [],
  parameterChanges: Parameters<typeof matchResult>[0] = {},
) => ({ type: 'LogMatch', data: { ...matchResult(parameterChanges), players } }) as const;
const add = (parameterChanges: Partial<MatchPlayer>, loggerId = 'pavel') =>
  ({
    type: 'AddPlayer',
    data: { at: recordedAt, loggerId, player: playedWith(parameterChanges) },
  }) as const;
const confirm = (playerId = 'olga') =>
  ({ type: 'ConfirmMatch', data: { at: recordedAt, playerId } }) as const;
const dispute = (playerId = 'olga') =>
  ({ type: 'DisputeMatch', data: { at: recordedAt, playerId, reason: 'It was 4-6.' } }) as const;
const withdraw = (playerId = 'pavel') =>
  ({
    type: 'WithdrawMatch',
    data: { at: recordedAt, playerId, reason: 'I mixed up the score.' },
  }) as const;
const claim = (playerId = 'olga', placeId = 'place-1') =>
  ({
    type: 'ClaimPlace',
    data: { at: recordedAt, playerId, placeId, answerBy: ANSWER_BY },
  }) as const;
const pass = (at: string) => ({ type: 'AutoConfirmMatch', data: { at } }) as const;

/** A player who has no account yet. */
const rosa = {
  placeId: 'place-2',
  name: 'Rosa',
  email: 'rosa@example.test',
  emailHash: 'hash of rosa',
};
const ivan = { placeId: 'place-3', name: 'Ivan', email: '', emailHash: null };
const waiting: MatchEvent[] = [matchLogged(), playerAdded(olga)];

describe('a match result', () => {
  it('can be logged without players, as older clients do', () =>
    given().when(log()).then(matchLogged()));
  it('can be logged with all players', () =>
    given()
      .when(log([playedWith(olga), playedWith(rosa)]))
      .then(matchLogged(), playerAdded(olga), playerAdded(rosa)));
  it('rejects a second log of the same hour', () =>
    given(...waiting)
      .when(log())
      .thenRefused('already_logged'));
  it('rejects the whole match if one player is invalid', () =>
    given()
      .when(log([playedWith(olga), playedWith({ playerId: 'pavel' })]))
      .thenRefused('invalid_request'));
  it('derives its id from the booking and its player', () =>
    expect(matchIdOf({ bookingId: 'booking-1', playerId: 'pavel' })).toBe(matchResult().matchId));
  it('can be logged again after a withdrawal', () =>
    given(...waiting, matchWithdrawn())
      .when(log())
      .then(matchLogged()));
  it(`can be logged at most ${MOST_TIMES_LOGGED} times`, () => {
    const rounds = (count: number) =>
      Array.from({ length: count }, () => [matchLogged(), matchWithdrawn()]).flat();
    given(...rounds(MOST_TIMES_LOGGED - 1))
      .when(log())
      .then(matchLogged());
    given(...rounds(MOST_TIMES_LOGGED))
      .when(log())
      .thenRefused('fair_use');
  });
});

describe('adding a player', () => {
  it('succeeds after the match was logged', () =>
    given(matchLogged()).when(add(olga)).then(playerAdded(olga)));
  it('rejects anyone but the logger', () =>
    given(matchLogged()).when(add(olga, 'olga')).thenRefused('not_found'));
  it('rejects the logger as another player', () =>
    given(matchLogged())
      .when(add({ playerId: 'pavel' }))
      .thenRefused('invalid_request'));
  it('rejects a player who is already in the match, by email or account', () => {
    given(...waiting)
      .when(add({ placeId: 'place-2' }))
      .thenRefused('invalid_request');
    given(...waiting)
      .when(add({ ...olga, placeId: 'place-2', emailHash: 'another email' }))
      .thenRefused('invalid_request');
  });
  it('accepts a player without email and with a duplicate name', () =>
    given(matchLogged(), playerAdded(ivan))
      .when(add({ ...ivan, placeId: 'place-4' }))
      .then(playerAdded({ ...ivan, placeId: 'place-4' })));
  it('allows one opponent and no partner in singles', () => {
    const singles = matchLogged({ discipline: 'singles' });
    given(singles, playerAdded()).when(add(rosa)).thenRefused('invalid_request');
    given(singles)
      .when(add({ side: 'partner' }))
      .thenRefused('invalid_request');
  });
  it('allows one partner and two opponents in doubles', () => {
    const two = [matchLogged(), playerAdded(), playerAdded(rosa)];
    given(...two)
      .when(add(ivan))
      .thenRefused('invalid_request');
    given(...two)
      .when(add({ ...ivan, side: 'partner' }))
      .then(playerAdded({ ...ivan, side: 'partner' }));
    given(...two, playerAdded({ ...ivan, side: 'partner' }))
      .when(add({ placeId: 'place-4', side: 'partner', emailHash: null }))
      .thenRefused('invalid_request');
  });
  it('rejects new players after a response', () =>
    given(...waiting, matchConfirmed())
      .when(add(rosa))
      .thenRefused('wrong_status'));
  it('infers doubles if no discipline was logged', () => {
    const disciplineAfter = (...events: MatchEvent[]) =>
      disciplineOf(foldAll(match, [matchLogged(), ...events])!);
    expect(disciplineAfter(playerAdded())).toBe('singles');
    expect(disciplineAfter(playerAdded(), playerAdded(rosa))).toBe('doubles');
    expect(disciplineAfter(playerAdded({ side: 'partner' }))).toBe('doubles');
  });
});

describe('an invited player', () => {
  const invited = [matchLogged(), playerAdded()];
  it('claims the place', () =>
    given(...invited)
      .when(claim())
      .then(placeClaimed()));
  it("claims a partner's place, with nothing to confirm", () =>
    given(matchLogged(), playerAdded({ side: 'partner' }))
      .when(claim())
      .then(placeClaimed({ side: 'partner', answerBy: null })));
  it('claims the place once', () =>
    given(...invited, placeClaimed())
      .when(claim())
      .thenNothing());
  it("cannot claim another player's place", () =>
    given(...invited, placeClaimed())
      .when(claim('rosa'))
      .thenRefused('wrong_status'));
  it('cannot be the logger or already in the match', () => {
    given(...invited)
      .when(claim('pavel'))
      .thenRefused('forbidden');
    given(...invited, playerAdded(rosa), placeClaimed())
      .when(claim('olga', 'place-2'))
      .thenRefused('forbidden');
  });
  it('cannot claim an unknown place', () =>
    given(...invited)
      .when(claim('olga', 'place-9'))
      .thenRefused('not_found'));
  it('cannot claim a place in a withdrawn match', () =>
    given(...invited, matchWithdrawn())
      .when(claim())
      .thenRefused('wrong_status'));
});

describe('an opponent', () => {
  it('confirms the result', () =>
    given(...waiting)
      .when(confirm())
      .then(matchConfirmed()));
  it('confirms the result once', () =>
    given(...waiting, matchConfirmed())
      .when(confirm())
      .thenNothing());
  it('disputes the result', () =>
    given(...waiting)
      .when(dispute())
      .then(matchDisputed()));
  it('cannot dispute a confirmed or auto-confirmed result', () => {
    given(...waiting, matchConfirmed())
      .when(dispute())
      .thenRefused('wrong_status');
    given(...waiting, autoConfirmed())
      .when(dispute())
      .thenRefused('wrong_status');
  });
  it('cannot confirm a disputed or withdrawn result', () => {
    given(...waiting, matchDisputed())
      .when(confirm())
      .thenRefused('wrong_status');
    given(...waiting, matchWithdrawn())
      .when(confirm())
      .thenRefused('wrong_status');
  });
  it('cannot be the logger or their partner', () => {
    given(...waiting)
      .when(confirm('pavel'))
      .thenRefused('forbidden');
    given(...waiting, playerAdded({ ...rosa, playerId: 'rosa', side: 'partner' }))
      .when(dispute('rosa'))
      .thenRefused('forbidden');
  });
  it('must be in the match', () =>
    given(...waiting)
      .when(confirm('rosa'))
      .thenRefused('not_found'));
});

describe('the auto-confirmation', () => {
  it('confirms an unanswered match at the deadline, not before', () => {
    given(...waiting)
      .when(pass('2027-03-15T19:59:59.999Z'))
      .thenNothing();
    given(...waiting)
      .when(pass(ANSWER_BY))
      .then(autoConfirmed());
    given(...waiting)
      .when(pass('2027-03-20T00:00:00.000Z'))
      .then(autoConfirmed());
  });
  it('waits until every opponent has an account, and uses the latest deadline', () => {
    const both = [...waiting, playerAdded(rosa)];
    given(...both)
      .when(pass('2030-01-01T00:00:00.000Z'))
      .thenNothing();
    const later = '2027-03-18T20:00:00.000Z';
    const state = foldAll(match, [
      ...both,
      placeClaimed({ placeId: 'place-2', playerId: 'rosa', answerBy: later }),
    ]);
    expect(confirmBy(state!)).toBe(later);
  });
  it('does not wait for a partner', () =>
    expect(
      confirmBy(foldAll(match, [...waiting, playerAdded({ ...ivan, side: 'partner' })])!),
    ).toBe(ANSWER_BY));
  it('ignores matches without opponents and confirmed or disputed matches', () => {
    given(matchLogged()).when(pass('2030-01-01T00:00:00.000Z')).thenNothing();
    given(...waiting, matchDisputed())
      .when(pass('2030-01-01T00:00:00.000Z'))
      .thenNothing();
    given().when(pass(ANSWER_BY)).thenNothing();
  });
});

describe('a dispute', () => {
  const settle = (upheld: boolean) =>
    ({
      type: 'SettleDispute',
      data: { at: recordedAt, upheld, because: 'They say the same.', settledBy: 'admin' },
    }) as const;
  it.each([true, false])('can be settled (upheld: %s)', (upheld) =>
    given(...waiting, matchDisputed())
      .when(settle(upheld))
      .then(disputeSettled(upheld)),
  );
  it('cannot be settled unless it is open', () => {
    given(...waiting)
      .when(settle(true))
      .thenRefused('wrong_status');
    given(...waiting, matchDisputed(), disputeSettled(true))
      .when(settle(false))
      .thenRefused('wrong_status');
  });
});

describe('a withdrawal', () => {
  it('removes a result, even a confirmed one', () => {
    given(...waiting)
      .when(withdraw())
      .then(matchWithdrawn());
    given(...waiting, matchConfirmed())
      .when(withdraw())
      .then(matchWithdrawn());
  });
  it('rejects anyone but the logger', () => {
    given(...waiting)
      .when(withdraw('olga'))
      .thenRefused('forbidden');
    given(...waiting)
      .when(withdraw('rosa'))
      .thenRefused('not_found');
  });
  it('is refused the second time', () =>
    given(...waiting, matchWithdrawn())
      .when(withdraw())
      .thenRefused('wrong_status'));
});

it('rejects commands for an unknown match', () => {
  given().when(confirm()).thenRefused('not_found');
  given().when(withdraw()).thenRefused('not_found');
});

describe('forgetting a player', () => {
  const forget = { type: 'ForgetPlayer', data: { at: recordedAt, placeId: 'place-1' } } as const;
  const [{ data: logged }] = [matchLogged()] as [Extract<MatchEvent, { type: 'MatchLogged' }>];
  const {
    matchId,
    bookingId,
    courtId,
    loggerId,
    surface,
    playedAt,
    zone,
    result,
    gamesWon,
    gamesLost,
  } = logged;
  const facts = {
    matchId,
    bookingId,
    courtId,
    loggerId,
    surface,
    playedAt,
    zone,
    result,
    gamesWon,
    gamesLost,
  };
  const forgotten: MatchEvent = {
    type: 'MatchPlayerForgotten',
    data: { ...facts, placeId: 'place-1', forgottenAt: recordedAt },
  };

  it('keeps the place and removes the entered name and email', () => {
    given(...waiting)
      .when(forget)
      .then(forgotten);
    given(...waiting, matchConfirmed())
      .when(forget)
      .then(forgotten);
    const { players } = foldAll(match, [...waiting, forgotten])!;
    expect(players).toMatchObject([
      { playerId: 'olga', name: 'Former player', email: '', emailHash: null },
    ]);
  });
  it('removes the data once', () =>
    given(...waiting, forgotten)
      .when(forget)
      .thenNothing());
  it('ignores unknown places and rejects unknown matches', () => {
    given(...waiting)
      .when({ type: 'ForgetPlayer', data: { at: recordedAt, placeId: 'place-9' } })
      .thenNothing();
    given().when(forget).thenRefused('not_found');
  });
});
