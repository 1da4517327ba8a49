import { defineProcess } from '../../platform/processes/process.js';
import { isImported } from './imported-match.js';
import { type MatchEmailJob, EmailMatchCommand } from './match-emails.commands.js';
import { PassMatchDeadlineCommand } from './matches.commands.js';
import { type MatchDocument, matches } from './matches.projection.js';
import type { MatchEvent } from './match.events.js';

const job = (matchId: string, due: string) => ({
  id: `match.${matchId}.${Date.parse(due)}`,
  due,
  data: { matchId },
});

/** Confirms matches whose opponents all have an account and do not answer in time. */
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
  command: ({ matchId }, context) => new PassMatchDeadlineCommand({ matchId }, context),
});

/**
 * Emails everyone named in a match, the logger when it is disputed, and all players when it is
 * withdrawn.
 */
export const matchEmails = defineProcess<MatchEvent, MatchEmailJob, never>({
  name: 'matchMails',
  queue: 'effects',
  handles: ['MatchPlayerAdded', 'MatchDisputed', 'MatchWithdrawn'],
  react({ id, type, data, metadata }) {
    if (isImported(data.loggerId)) return [];
    const its = { matchId: data.matchId, at: metadata.at };
    switch (type) {
      case 'MatchPlayerAdded':
        return [
          { id: `match.${id}`, due: null, data: { ...its, type: 'named', placeId: data.placeId } },
        ];
      case 'MatchDisputed':
        return [
          { id: `match.${id}`, due: null, data: { ...its, type: 'disputed', placeId: null } },
        ];
      case 'MatchWithdrawn':
        return data.players.flatMap(({ placeId, playerId }) =>
          playerId === null
            ? []
            : [
                {
                  id: `match.${id}.${placeId}`,
                  due: null,
                  data: { ...its, type: 'withdrawn', placeId } as const,
                },
              ],
        );
      default:
        return [];
    }
  },
  command: (emailJob, context) => new EmailMatchCommand(emailJob, context),
});
