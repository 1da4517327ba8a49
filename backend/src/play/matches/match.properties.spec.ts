import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOGGED_AT, LOG_BY, matchResult, playedWith } from '../../../testing/match.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { MatchEvent } from './match.events.js';
import { type Match, type MatchCommand, match } from './match.js';
import { ratedMatch } from './rated-match.js';

const WINDOW_MS = 48 * HOUR_MS;
const later = (at: string, durationMs: number) =>
  new Date(Date.parse(at) + durationMs).toISOString();

/** Pavel logs; Ivan has an account, and Olga and Rosa are named by email. */
const places = [
  playedWith({ answerBy: null }),
  playedWith({ placeId: 'place-2', name: 'Rosa', email: 'r@example.test', emailHash: 'rosa' }),
  playedWith({
    placeId: 'place-3',
    side: 'partner',
    playerId: 'ivan',
    emailHash: 'ivan',
    answerBy: later(LOGGED_AT, WINDOW_MS),
  }),
];
const people = ['pavel', 'ivan', 'olga', 'rosa'] as const;
const placeOf = { ivan: 'place-3', olga: 'place-1', rosa: 'place-2', pavel: 'place-9' };

type Act = Readonly<{ act: MatchCommand['type']; playerId: keyof typeof placeOf; hours: number }>;

const acts = fc.array(
  fc.record({
    act: fc.constantFrom<MatchCommand['type']>(
      'ConfirmMatch',
      'ConfirmMatch',
      'DisputeMatch',
      'LeaveMatch',
      'ClaimPlace',
      'ClaimPlace',
      'PassDeadline',
      'SettleDispute',
      'WithdrawMatch',
      'AgreeToWithdraw',
    ),
    playerId: fc.constantFrom(...people),
    hours: fc.integer({ min: 0, max: 60 }),
  }),
  { maxLength: 20 },
);

const commandOf = ({ act, playerId }: Act, at: string, upheld: boolean): MatchCommand => {
  const data = {
    at,
    playerId,
    suspendedIds: [],
    placeId: placeOf[playerId],
    answerBy: later(at, WINDOW_MS),
    reason: 'No.',
    upheld,
    because: 'They say the same.',
    settledBy: 'admin',
  };
  return { type: act, data } as unknown as MatchCommand;
};

type Step = Readonly<{ at: string; command: MatchCommand; before: Match; after: Match }>;

/** The accepted acts, with the states before and after them. */
const play = (script: readonly Act[], isSingles: boolean, upheld: boolean) => {
  const players = isSingles ? places.slice(0, 1) : places;
  const apply = (state: Match | null, command: MatchCommand): Match | null => {
    try {
      const events: MatchEvent[] = match.decide(command, state);
      return events.reduce<Match | null>(match.evolve, state);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  };
  let state = apply(null, {
    type: 'LogMatch',
    data: { ...matchResult(), players, logBy: LOG_BY },
  })!;
  let at = LOGGED_AT;
  const steps: Step[] = [];
  const take = (command: MatchCommand) => {
    const after = apply(state, command);
    if (after) steps.push({ at, command, before: state, after });
    state = after ?? state;
  };
  for (const act of script) {
    at = later(at, act.hours * HOUR_MS);
    take(commandOf(act, at, upheld));
  }
  return { steps, state, at, apply };
};

const isRated = (state: Match) => ratedMatch(state, 1n) !== null;
const ratedPeople = (state: Match) => ratedMatch(state, 1n)?.sides.flat() ?? [];
const scripts = [acts, fc.boolean(), fc.boolean()] as const;

describe('a match of four people', () => {
  it('rates no one before they answer or their window ends', () =>
    fc.assert(
      fc.property(...scripts, (script, isSingles, upheld) => {
        for (const { at, after } of play(script, isSingles, upheld).steps)
          for (const playerId of ratedPeople(after)) {
            if (playerId === 'pavel') continue;
            const place = after.players.find((player) => player.playerId === playerId)!;
            const hasAnswered = place.answer === 'agreed' || place.answer === 'disputed';
            expect(hasAnswered || place.answerBy! <= at).toBe(true);
          }
      }),
    ));

  it('never rates a person who was not there', () =>
    fc.assert(
      fc.property(...scripts, (script, isSingles, upheld) => {
        const absent = new Set<string>();
        for (const { command, after } of play(script, isSingles, upheld).steps) {
          if (command.type === 'LeaveMatch') absent.add(command.data.playerId);
          for (const playerId of ratedPeople(after)) expect(absent).not.toContain(playerId);
        }
      }),
    ));

  it('lets everyone leave until their own window ends, regardless of what others said', () =>
    fc.assert(
      fc.property(...scripts, (script, isSingles, upheld) => {
        const { state, at, apply } = play(script, isSingles, upheld);
        fc.pre(['none', 'disputed', 'confirmed', 'auto_confirmed'].includes(state.answer));
        for (const { playerId, answer, answerBy } of state.players)
          if (playerId !== null && answer === 'none' && at < answerBy!)
            expect(
              apply(state, { type: 'LeaveMatch', data: { at, playerId, suspendedIds: [] } }),
            ).not.toBeNull();
      }),
    ));

  it('keeps a ruling', () =>
    fc.assert(
      fc.property(...scripts, (script, isSingles, upheld) => {
        for (const { before, after } of play(script, isSingles, upheld).steps) {
          if (!before.isRuled) continue;
          expect(after.isRuled).toBe(true);
          expect(['withdrawn', 'disputed']).not.toContain(after.answer);
          expect(after.answer === 'void').toBe(before.answer === 'void');
        }
      }),
    ));

  it('is never withdrawn by one side after the other side agreed', () =>
    fc.assert(
      fc.property(...scripts, (script, isSingles, upheld) => {
        for (const { before, after } of play(script, isSingles, upheld).steps) {
          if (after.answer !== 'withdrawn' || before.answer === 'withdrawn') continue;
          const opponents = before.players.filter(({ side }) => side === 'opponent');
          const hasAgreed = opponents.some(({ answer }) => answer === 'agreed');
          const hasDisputed = opponents.some(({ answer }) => answer === 'disputed');
          const isOver = before.answer === 'expired' || before.answer === 'incomplete';
          if (hasAgreed && !hasDisputed && !isOver) expect(before.withdrawal).not.toBeNull();
        }
      }),
    ));

  it('always has an exit: time and an admin end every match', () =>
    fc.assert(
      fc.property(...scripts, (script, isSingles, upheld) => {
        const { state, apply } = play(script, isSingles, upheld);
        const end = '2030-01-01T00:00:00.000Z';
        const ruling = commandOf(
          { act: 'SettleDispute', playerId: 'pavel', hours: 0 },
          end,
          upheld,
        );
        const deadline: MatchCommand = {
          type: 'PassDeadline',
          data: { at: end, suspendedIds: [] },
        };
        const settled = apply(state, ruling) ?? state;
        const ended = apply(settled, deadline)!;
        expect(['none', 'disputed']).not.toContain(ended.answer);
        expect(ended.withdrawal).toBeNull();
        const counts = ended.answer === 'confirmed' || ended.answer === 'auto_confirmed';
        expect(isRated(ended)).toBe(counts);
      }),
    ));
});
