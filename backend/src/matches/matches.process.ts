import { defineProcess } from '../processes/process.js';
import { PassMatchDeadline } from './matches.commands.js';
import { type MatchDocument, matches } from './matches.projection.js';
import type { MatchEvent } from './match.events.js';

const job = (matchId: string, due: string) => ({ id: `match.${matchId}.${Date.parse(due)}`, due, data: { matchId } });

/** What time does to matches: one whose opponents all have an account and do not answer is confirmed. */
export const matchDeadlines = defineProcess<
  MatchEvent,
  Readonly<{ matchId: string }>,
  Pick<MatchDocument, 'matchId' | 'confirmBy'>
>({
  name: 'matchDeadlines',
  queue: 'deadlines',
  handles: ['MatchPlayerAdded', 'MatchClaimed'],
  react: ({ type, data }) =>
    (type === 'MatchPlayerAdded' || type === 'MatchClaimed') && data.answerBy !== null
      ? [job(data.matchId, data.answerBy)]
      : [],
  sweep: {
    readModel: matches,
    filters: (until) => [{ confirmBy: { $gt: '', $lte: until } }],
    fields: ['matchId', 'confirmBy'],
    jobs: ({ matchId, confirmBy }) => [job(matchId, confirmBy!)],
  },
  command: ({ matchId }, context) => new PassMatchDeadline(matchId, context),
});
