import { defineProcess } from '../../platform/processes/process.js';
import { isImported } from './imported-match.js';
import { type MatchEmailJob, EmailMatchCommand } from './match-emails.commands.js';
import { PassMatchDeadlineCommand } from './matches.commands.js';
import { type MatchDocument, matches } from './matches.projection.js';
import type { MatchEvent } from './match.events.js';

const deadlineJob = (matchId: string, dueInstant: string) => ({
  id: `match.${matchId}.${Date.parse(dueInstant)}`,
  due: dueInstant,
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
      ? [deadlineJob(data.matchId, data.answerBy)]
      : [],
  sweep: {
    readModel: matches,
    filters: (sweepUntil) => [{ confirmBy: { $gt: '', $lte: sweepUntil } }],
    fields: ['matchId', 'confirmBy'],
    jobs: ({ matchId, confirmBy }) => [deadlineJob(matchId, confirmBy!)],
  },
  command: ({ matchId }, commandContext) =>
    new PassMatchDeadlineCommand({ matchId }, commandContext),
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
    const emailJobData = { matchId: data.matchId, at: metadata.at };
    switch (type) {
      case 'MatchPlayerAdded':
        return [
          {
            id: `match.${id}`,
            due: null,
            data: { ...emailJobData, type: 'named', placeId: data.placeId },
          },
        ];
      case 'MatchDisputed':
        return [
          {
            id: `match.${id}`,
            due: null,
            data: { ...emailJobData, type: 'disputed', placeId: null },
          },
        ];
      case 'MatchWithdrawn':
        return data.players.flatMap(({ placeId, playerId }) =>
          playerId === null
            ? []
            : [
                {
                  id: `match.${id}.${placeId}`,
                  due: null,
                  data: { ...emailJobData, type: 'withdrawn', placeId } as const,
                },
              ],
        );
      default:
        return [];
    }
  },
  command: (emailJob, commandContext) => new EmailMatchCommand(emailJob, commandContext),
});
