import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { type ReplayOutcome, ratingReplay } from './rating-replay.js';
import type { RatingReplayEvent } from './rating-replay.events.js';

const given = specification(ratingReplay);
const AT = '2027-03-14T08:00:00.000Z';

const formula = (formulaId: string) => ({ formula: 'elo', parameters: {}, formulaId });
const facts = {
  replayId: 'replay-1',
  sport: 'tennis' as const,
  replayed: formula('elo-1'),
  compared: formula('glicko2-1'),
  asOf: AT,
  playerId: null,
};
const requested: RatingReplayEvent = {
  type: 'RatingReplayRequested',
  data: { ...facts, requestedBy: 'avery', requestedAt: AT },
};
const errors = {
  formula: 'elo-1',
  matches: 0,
  accuracy: null,
  logLoss: null,
  brier: null,
  bins: [],
};
const of = { formulaId: 'elo-1', hash: 'a', errors };
const noPlayers = { players: 0, moved: 0 };
const outcome: ReplayOutcome = {
  inputPosition: null,
  matches: 0,
  replayed: of,
  compared: of,
  difference: null,
  moved: { singles: noPlayers, doubles: noPlayers },
};
const finished: RatingReplayEvent = {
  type: 'RatingReplayFinished',
  data: { replayId: 'replay-1', ...outcome, finishedAt: AT },
};
const cancelled: RatingReplayEvent = {
  type: 'RatingReplayCancelled',
  data: { replayId: 'replay-1', cancelledBy: 'avery', cancelledAt: AT },
};
const request = { type: 'RequestReplay', data: requested.data } as const;
const finish = { type: 'FinishReplay', data: { outcome, at: AT } } as const;
const cancel = { type: 'CancelReplay', data: { by: 'avery', at: AT } } as const;

describe('a replay', () => {
  it('can be requested once', () => {
    given()
      .when(request as never)
      .then(requested);
    given(requested)
      .when(request as never)
      .thenNothing();
  });
  it('finishes once, no matter how many workers run it', () => {
    given(requested).when(finish).then(finished);
    given(requested, finished).when(finish).thenNothing();
  });
  it('can be canceled while it waits or runs, and then does not finish', () => {
    given(requested).when(cancel).then(cancelled);
    given(requested, cancelled).when(cancel).thenNothing();
    given(requested, cancelled).when(finish).thenNothing();
    given(requested, finished).when(cancel).thenRefused('wrong_status');
  });
  it('does not exist before it is requested', () => {
    given().when(cancel).thenRefused('not_found');
    given().when(finish).thenRefused('not_found');
  });
});
