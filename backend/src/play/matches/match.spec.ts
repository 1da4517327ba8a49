import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANSWER_BY,
  CLAIM_BY,
  KEEP_UNTIL,
  LOGGED_AT,
  LOG_BY,
  autoConfirmed,
  disputeSettled,
  emailErased,
  matchConfirmed,
  matchDisputed,
  matchLogged,
  matchResult,
  matchVoided,
  matchWithdrawn,
  olga,
  matchExpired,
  placeClaimed,
  playedWith,
  playerAdded,
  playerAgreed,
  playerForgotten,
  playerLeft,
  withdrawalAgreed,
  withdrawalRequested,
} from '../../../testing/match.js';
import { specification } from '../../../testing/specification.js';
import { deadlineOf, disciplineOf } from './lineup.js';
import type { MatchEvent } from './match.events.js';
import {
  type MatchCommand,
  MOST_TIMES_LOGGED,
  type NamedPlayer,
  match,
  matchIdOf,
} from './match.js';

const given = specification(match);
const recordedAt = LOGGED_AT;
const log = (
  players: NamedPlayer[] = [],
  parameterChanges: Parameters<typeof matchResult>[0] = {},
) =>
  ({
    type: 'LogMatch',
    data: { ...matchResult(parameterChanges), players, logBy: LOG_BY },
  }) as const;
const add = (parameterChanges: Partial<NamedPlayer>, loggerId = 'pavel') =>
  ({
    type: 'AddPlayer',
    data: { at: recordedAt, loggerId, player: playedWith(parameterChanges) },
  }) as const;
const confirm = (playerId = 'olga', at = recordedAt, suspendedIds: readonly string[] = []) =>
  ({ type: 'ConfirmMatch', data: { at, playerId, suspendedIds } }) as const;
const dispute = (playerId = 'olga', at = recordedAt) =>
  ({ type: 'DisputeMatch', data: { at, playerId, reason: 'It was 4-6.' } }) as const;
const leave = (playerId = 'olga', at = recordedAt, suspendedIds: readonly string[] = []) =>
  ({ type: 'LeaveMatch', data: { at, playerId, suspendedIds } }) as const;
const agreeToWithdraw = (playerId = 'olga') =>
  ({ type: 'AgreeToWithdraw', data: { at: recordedAt, playerId } }) as const;
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
const pass = (at: string, suspendedIds: readonly string[] = []) =>
  ({ type: 'PassDeadline', data: { at, suspendedIds } }) as const;

/** A player who has no account yet. */
const rosa = {
  placeId: 'place-2',
  name: 'Rosa',
  email: 'rosa@example.test',
  emailHash: 'hash of rosa',
};
const ivan = { placeId: 'place-3', name: 'Ivan', email: '', emailHash: null };
const waiting: MatchEvent[] = [matchLogged(), playerAdded(olga)];
/** Pavel and Ivan against Olga and Rosa, who all have accounts. */
const ivanPlays = {
  ...ivan,
  side: 'partner' as const,
  playerId: 'ivan',
  answerBy: ANSWER_BY,
};
const rosaPlays = { ...rosa, playerId: 'rosa', answerBy: ANSWER_BY };
const doubles = [...waiting, playerAdded(rosaPlays), playerAdded(ivanPlays)];
const [olgaPlace, rosaPlace, ivanPlace] = [
  { placeId: 'place-1', side: 'opponent', playerId: 'olga' },
  { placeId: 'place-2', side: 'opponent', playerId: 'rosa' },
  { placeId: 'place-3', side: 'partner', playerId: 'ivan' },
] as const;
const inDoubles = {
  discipline: 'doubles' as const,
  players: [olgaPlace, rosaPlace, ivanPlace],
};
const olgaAgreed = playerAgreed(inDoubles);
const rosaAgreed = playerAgreed({ ...inDoubles, placeId: 'place-2', playerId: 'rosa' });
const ivanAgreed = playerAgreed({ ...inDoubles, placeId: 'place-3', playerId: 'ivan' });
const BEFORE_DEADLINE = '2027-03-15T19:59:59.999Z';

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
  it('can be logged until the last day', () => {
    given()
      .when(log([], { loggedAt: LOG_BY }))
      .thenRefused('wrong_status');
    const loggedAt = '2027-03-27T18:59:59.999Z';
    given().when(log([], { loggedAt })).then(matchLogged({ loggedAt }));
  });
  it('must agree with its score', () => {
    given()
      .when(log([], { result: 'loss' }))
      .thenRefused('invalid_request');
    given()
      .when(log([], { sets: [{ player1: 4, player2: 6 }] }))
      .thenRefused('invalid_request');
  });
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
  it('does not reveal that a typed email belongs to a player in the match', () => {
    const picked = { ...olga, email: '', placeId: 'place-2' };
    const named = { playerId: null, answerBy: null };
    given(matchLogged(), playerAdded(olga))
      .when(add(picked))
      .then(playerAdded({ ...picked, ...named, emailHash: null }));
    given(matchLogged(), playerAdded(picked))
      .when(add(olga))
      .then(playerAdded({ ...olga, ...named }));
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
  it("claims a partner's place, with a separate window", () =>
    given(matchLogged(), playerAdded({ side: 'partner' }))
      .when(claim())
      .then(placeClaimed({ side: 'partner' })));
  it('claims the place until the invitation expires', () =>
    given(...invited)
      .when({ ...claim(), data: { ...claim().data, at: CLAIM_BY } })
      .thenRefused('wrong_status'));
  it('cannot rejoin after leaving', () =>
    given(...invited, placeClaimed(), playerAdded(rosa), playerLeft())
      .when(claim())
      .thenRefused('wrong_status'));
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
      .when(dispute('olga', ANSWER_BY))
      .thenRefused('wrong_status');
  });
  it('can answer until their window ends', () => {
    for (const answer of [confirm, dispute, leave])
      given(...waiting)
        .when(answer('olga', ANSWER_BY))
        .thenRefused('wrong_status');
    given(...waiting)
      .when(confirm('olga', BEFORE_DEADLINE))
      .then(matchConfirmed({ confirmedAt: BEFORE_DEADLINE }));
  });
  it('cannot confirm a disputed or withdrawn result', () => {
    given(...waiting, matchDisputed())
      .when(confirm())
      .thenRefused('wrong_status');
    given(...waiting, matchWithdrawn())
      .when(confirm())
      .thenRefused('wrong_status');
  });
  it('cannot be the logger', () =>
    given(...waiting)
      .when(confirm('pavel'))
      .thenRefused('forbidden'));
  it('must be in the match', () =>
    given(...waiting)
      .when(confirm('rosa'))
      .thenRefused('not_found'));
});

describe('a doubles match', () => {
  it('counts once everyone has agreed', () => {
    given(...doubles)
      .when(confirm())
      .then(olgaAgreed);
    given(...doubles, olgaAgreed, ivanAgreed)
      .when(confirm('rosa'))
      .then(matchConfirmed({ ...inDoubles, confirmedBy: 'rosa' }));
  });
  it('counts when the last window ends', () => {
    given(...doubles, olgaAgreed)
      .when(pass(ANSWER_BY))
      .then(matchConfirmed({ ...inDoubles, confirmedAt: ANSWER_BY }));
    given(...doubles, ivanAgreed)
      .when(pass(ANSWER_BY))
      .then(autoConfirmed(inDoubles));
  });
  it('lets a partner dispute the result', () =>
    given(...doubles, olgaAgreed)
      .when(dispute('ivan'))
      .then(matchDisputed({ ...inDoubles, disputedBy: 'ivan' })));
  it('accepts the answers of others after a dispute', () =>
    given(...doubles, matchDisputed(inDoubles))
      .when(confirm('rosa'))
      .then(rosaAgreed));
});

describe('a person who was not there', () => {
  const leftDoubles = { ...inDoubles, players: [olgaPlace, ivanPlace] };
  const rosaLeft = playerLeft({ ...leftDoubles, placeId: 'place-2', playerId: 'rosa' });

  it('leaves the match, regardless of what others said', () => {
    for (const said of [[], [olgaAgreed], [matchDisputed(inDoubles)]])
      given(...doubles, ...said)
        .when(leave('rosa'))
        .then(rosaLeft);
    given(...doubles, matchDisputed(inDoubles), disputeSettled(false, { effect: 'waits' }))
      .when(leave('rosa'))
      .then(rosaLeft);
  });
  it('leaves a match that then counts, if everyone else has agreed', () =>
    given(...doubles, olgaAgreed, ivanAgreed)
      .when(leave('rosa'))
      .then(rosaLeft, matchConfirmed(leftDoubles)));
  it('leaves a match incomplete if no opponent remains', () => {
    given(...waiting)
      .when(leave())
      .then(playerLeft());
    expect(foldAll(match, [...waiting, playerLeft()])).toMatchObject({ answer: 'incomplete' });
    given(...waiting, playerLeft())
      .when(pass(CLAIM_BY))
      .thenNothing();
  });
  it('cannot respond again', () => {
    for (const act of [confirm, dispute, leave])
      given(...doubles, rosaLeft)
        .when(act('rosa'))
        .thenRefused('not_found');
  });
  it('must not have responded before', () => {
    given(...doubles, rosaAgreed)
      .when(leave('rosa'))
      .thenRefused('wrong_status');
  });
  it('cannot be the logger', () =>
    given(...waiting)
      .when(leave('pavel'))
      .thenRefused('forbidden'));
  it('lets the logger withdraw and log again with the right people', () =>
    given(...waiting, playerLeft())
      .when(withdraw())
      .then(matchWithdrawn({ players: [] })));
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
  it('waits until everyone has an account, and uses the latest deadline', () => {
    const both = [...waiting, playerAdded(rosa)];
    expect(deadlineOf(foldAll(match, both)!)).toBe(CLAIM_BY);
    const later = '2027-03-18T20:00:00.000Z';
    const claimed = placeClaimed({ placeId: 'place-2', playerId: 'rosa', answerBy: later });
    expect(deadlineOf(foldAll(match, [...both, claimed])!)).toBe(later);
  });
  it('ignores confirmed and disputed matches', () => {
    given(...waiting, matchConfirmed())
      .when(pass('2030-01-01T00:00:00.000Z'))
      .thenNothing();
    given(...waiting, matchDisputed())
      .when(pass('2030-01-01T00:00:00.000Z'))
      .thenNothing();
    given().when(pass(ANSWER_BY)).thenNothing();
  });
  it('lets someone respond after claiming a place that an earlier release confirmed', () => {
    const claimed = placeClaimed({ placeId: 'place-2', playerId: 'rosa' });
    const lineup = { ...inDoubles, players: [olgaPlace, rosaPlace] };
    given(...waiting, playerAdded(rosa), matchConfirmed(), claimed)
      .when(pass(ANSWER_BY))
      .then(matchConfirmed({ ...lineup, confirmedAt: ANSWER_BY }));
  });
});

describe('an open match', () => {
  const expired = (players: Parameters<typeof matchExpired>[0]) => matchExpired(players);
  it('expires with its invitations', () => {
    const open = [...waiting, playerAdded(rosa)];
    given(...open)
      .when(pass('2027-03-27T19:59:59.999Z'))
      .thenNothing();
    given(...open)
      .when(pass(CLAIM_BY))
      .then(expired({ ...inDoubles, players: [olgaPlace, { ...rosaPlace, playerId: null }] }));
  });
  it('expires without an opponent', () =>
    given(matchLogged())
      .when(pass(CLAIM_BY))
      .then(expired({ players: [] })));
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
  it('removes a result that no opponent has confirmed', () => {
    given(...waiting)
      .when(withdraw())
      .then(matchWithdrawn());
    given(...doubles, ivanAgreed)
      .when(withdraw())
      .then(matchWithdrawn(inDoubles));
  });
  it('removes a result that an opponent disputed', () =>
    given(...waiting, matchDisputed())
      .when(withdraw())
      .then(matchWithdrawn()));
  it('needs the other side after its answer or once the match counts', () => {
    const asked = withdrawalRequested();
    given(...waiting, matchConfirmed())
      .when(withdraw())
      .then(asked);
    given(...waiting, autoConfirmed())
      .when(withdraw())
      .then(asked);
    given(...doubles, olgaAgreed)
      .when(withdraw())
      .then(withdrawalRequested(inDoubles));
    given(...waiting, matchConfirmed(), asked)
      .when(agreeToWithdraw())
      .then(withdrawalAgreed());
    given(...waiting, matchConfirmed(), asked)
      .when(withdraw())
      .thenRefused('wrong_status');
  });
  it('can be asked for by any side, but not agreed to by the same side', () => {
    const asked = withdrawalRequested({ requestedBy: 'olga' });
    given(...waiting, matchConfirmed())
      .when(withdraw('olga'))
      .then(asked);
    given(...waiting, matchConfirmed(), asked)
      .when(agreeToWithdraw('olga'))
      .thenRefused('forbidden');
    given(...waiting, matchConfirmed(), asked)
      .when(agreeToWithdraw('pavel'))
      .then(withdrawalAgreed({ agreedBy: 'pavel' }));
  });
  it('is only for people who have answered', () => {
    given(...waiting)
      .when(withdraw('olga'))
      .thenRefused('wrong_status');
    given(...waiting)
      .when(withdraw('rosa'))
      .thenRefused('not_found');
    given(...waiting)
      .when(agreeToWithdraw())
      .thenRefused('wrong_status');
  });
  it('is refused the second time', () =>
    given(...waiting, matchWithdrawn())
      .when(withdraw())
      .thenRefused('wrong_status'));
  it('can be decided by an admin', () => {
    const asked = [...waiting, matchConfirmed(), withdrawalRequested()];
    const settle = (upheld: boolean) =>
      ({
        type: 'SettleDispute',
        data: { at: recordedAt, upheld, because: 'They say the same.', settledBy: 'admin' },
      }) as const;
    given(...asked)
      .when(settle(true))
      .then(disputeSettled(true));
    given(...asked)
      .when(settle(false))
      .then(disputeSettled(false, { effect: 'unchanged' }));
  });
});

describe('an hour without a result', () => {
  const again = (loggerId = 'pavel') => {
    const { type, data } = log();
    return { type, data: { ...data, loggerId } } as const;
  };
  it.each<[string, MatchEvent[]]>([
    ['was withdrawn', [...waiting, matchWithdrawn()]],
    ['expired', [...waiting, matchExpired()]],
    ['has no opponent left', [...waiting, playerLeft()]],
  ])('can be logged again if its match %s, including by someone else', (_, events) => {
    given(...events)
      .when(again())
      .then(matchLogged());
    given(...events)
      .when(again('olga'))
      .then(matchLogged({ loggerId: 'olga' }));
  });
  it('can be logged three times by each person', () => {
    const thrice = [1, 2, 3].flatMap(() => [matchLogged(), matchWithdrawn()]);
    given(...thrice)
      .when(again())
      .thenRefused('fair_use');
    given(...thrice)
      .when(again('olga'))
      .then(matchLogged({ loggerId: 'olga' }));
  });
  it.each([
    ['pavel', "You've already logged this hour. If the result is wrong, withdraw it first."],
    [
      'olga',
      'Another player has already logged this hour with you. Confirm or dispute that result instead.',
    ],
    ['rosa', 'Another player has already logged this hour without you.'],
  ])('is refused to %s with a reason that applies to them', (loggerId, message) => {
    expect(() => match.decide(again(loggerId), foldAll(match, waiting))).toThrow(message);
  });
});

describe('a suspended player', () => {
  it('does not agree by silence', () => {
    given(...waiting)
      .when(pass(ANSWER_BY, ['olga']))
      .then(matchExpired({ expiredAt: ANSWER_BY, discipline: 'singles', players: [olgaPlace] }));
    given(...waiting)
      .when(pass(ANSWER_BY, ['rosa']))
      .then(autoConfirmed());
  });
  it('does not agree by silence when others answer later', () => {
    const logged = foldAll(match, doubles)!;
    const late = '2027-03-16T20:00:00.000Z';
    const open = {
      ...logged,
      players: logged.players.map((player) =>
        player.playerId === 'olga' ? player : { ...player, answerBy: CLAIM_BY },
      ),
    };
    const types = (command: MatchCommand) => match.decide(command, open).map(({ type }) => type);
    expect(types(confirm('rosa', late, ['olga']))).toContain('MatchPlayerAgreed');
    expect(types(confirm('rosa', late, ['olga']))).not.toContain('MatchConfirmed');
  });
  it('who has already agreed still counts as having agreed', () =>
    given(...waiting, playerAgreed())
      .when(pass(ANSWER_BY, ['olga']))
      .then(matchConfirmed({ confirmedAt: ANSWER_BY })));
});

describe('a ruling', () => {
  const ruled = (upheld: boolean) => [...waiting, matchDisputed(), disputeSettled(upheld)];
  it.each([true, false])('is final (upheld: %s)', (upheld) => {
    for (const act of [dispute(), withdraw(), withdraw('olga'), agreeToWithdraw()])
      given(...ruled(upheld))
        .when(act)
        .thenRefused('wrong_status');
    given(...ruled(upheld))
      .when(log())
      .thenRefused('already_logged');
  });
  it('does not stop others from responding', () => {
    const open = [...doubles, matchDisputed(inDoubles)];
    const waits = disputeSettled(false, { ...inDoubles, effect: 'waits' });
    given(...open)
      .when({
        type: 'SettleDispute',
        data: { at: recordedAt, upheld: false, because: 'They say the same.', settledBy: 'admin' },
      })
      .then(waits);
    given(...open, waits)
      .when(dispute('rosa'))
      .thenRefused('wrong_status');
    given(...open, waits)
      .when(pass(ANSWER_BY))
      .then(matchConfirmed({ ...inDoubles, confirmedAt: ANSWER_BY }));
  });
});

it('rejects commands for an unknown match', () => {
  given().when(confirm()).thenRefused('not_found');
  given().when(withdraw()).thenRefused('not_found');
});

describe('a match behind a rating flag', () => {
  const voidMatch = {
    type: 'VoidMatch',
    data: { because: 'The hour was never played.', voidedBy: 'admin', at: recordedAt },
  } as const;

  it.each([
    ['was confirmed', matchConfirmed()],
    ['was confirmed automatically', autoConfirmed()],
    ['is disputed', matchDisputed()],
  ])('is voided by an admin if it %s', (_, earlierEvent) =>
    given(matchLogged(), playerAdded(olga), earlierEvent).when(voidMatch).then(matchVoided()),
  );

  it('is voided only once, because voiding is final', () => {
    const voided = [matchLogged(), playerAdded(olga), matchConfirmed(), matchVoided()];
    given(...voided)
      .when({ ...voidMatch, data: { ...voidMatch.data, voidedBy: 'another admin' } })
      .thenRefused('wrong_status');
    expect(foldAll(match, voided)).toMatchObject({ answer: 'void', isRuled: true });
    given(...voided)
      .when(withdraw())
      .thenRefused('wrong_status');
    given(...voided)
      .when(log())
      .thenRefused('already_logged');
  });

  it('is not voided while its players can still answer', () =>
    given(matchLogged(), playerAdded(olga)).when(voidMatch).thenRefused('wrong_status'));

  it('is not voided if it does not count anyway', () =>
    given(matchLogged(), matchWithdrawn()).when(voidMatch).thenRefused('wrong_status'));
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

describe('the email of a named player', () => {
  const eraseEmail = { type: 'EraseEmail', data: { placeId: 'place-1', at: KEEP_UNTIL } } as const;
  const named = [matchLogged(), playerAdded({ keepUntil: KEEP_UNTIL })];
  const emailsAfter = (...events: MatchEvent[]) => foldAll(match, events)!.emailsUntil;

  it('is erased once, and the place can still be claimed', () => {
    given(...named)
      .when(eraseEmail)
      .then(emailErased());
    given(...named, emailErased())
      .when(eraseEmail)
      .thenNothing();
    given(...named, emailErased('place-1', LOGGED_AT))
      .when(claim())
      .then(placeClaimed());
    expect(foldAll(match, [...named, emailErased()])!.players).toMatchObject([
      { name: 'Olga', email: '', emailHash: 'hash of olga' },
    ]);
  });
  it('is due at the end of its period, with and without an account', () => {
    expect(emailsAfter(...named, placeClaimed())).toEqual({ 'place-1': KEEP_UNTIL });
    expect(emailsAfter(...waiting)).toEqual({});
  });
  it('is due when its holder leaves Courtly', () => {
    expect(emailsAfter(...named, playerForgotten())).toEqual({ 'place-1': ANSWER_BY });
    expect(emailsAfter(...waiting, playerForgotten())).toEqual({});
  });
  it('is due when the hour is logged again', () =>
    expect(emailsAfter(...named, matchWithdrawn(), matchLogged())).toEqual({
      'place-1': LOGGED_AT,
    }));
});
