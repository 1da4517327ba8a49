import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Job, defineProcess } from '../../platform/processes/process.js';
import { isImported } from './imported-match.js';
import {
  EmailMatchCommand,
  type MatchEmailJob,
  type MatchEmailRecipient,
} from './match-emails.commands.js';
import { PassMatchDeadlineCommand } from './matches.commands.js';
import { type MatchDocument, matches } from './matches.projection.js';
import type { MatchEvent } from './match.events.js';

const deadlineJob = (matchId: string, dueAt: string) => ({
  id: `match.${matchId}.${Date.parse(dueAt)}`,
  due: dueAt,
  data: { matchId },
});

/** Confirms matches if all opponents have an account and none responds in time. */
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
    filters: (dueUntil) => [{ confirmBy: { $gt: '', $lte: dueUntil } }],
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
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['MatchPlayerAdded', 'MatchDisputed', 'MatchWithdrawn'],
  react({ id, type, data }) {
    if (isImported(data.loggerId)) return [];
    const emailJob = (
      jobId: string,
      personId: string | null,
      recipient: MatchEmailRecipient,
    ): Job<MatchEmailJob> => ({
      id: `match.${jobId}`,
      due: null,
      data: { matchId: data.matchId, personId, ...recipient },
    });
    switch (type) {
      case 'MatchPlayerAdded':
        return [emailJob(id, data.playerId, { type: 'named', placeId: data.placeId })];
      case 'MatchDisputed':
        return [emailJob(id, data.loggerId, { type: 'disputed', placeId: null })];
      case 'MatchWithdrawn':
        return data.players.flatMap(({ placeId, playerId }) =>
          playerId === null
            ? []
            : [emailJob(`${id}.${placeId}`, playerId, { type: 'withdrawn', placeId })],
        );
      default:
        return [];
    }
  },
  email: ({ personId: userId }) => (userId === null ? null : { userId, kind: 'matches' }),
  command: (emailJob, commandContext) => new EmailMatchCommand(emailJob, commandContext),
});
