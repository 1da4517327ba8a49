import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Job, defineProcess } from '../../platform/processes/process.js';
import { isImported } from './imported-match.js';
import { accountsIn, otherSideOf } from './lineup.js';
import {
  EmailMatchCommand,
  type MatchEmailJob,
  type MatchEmailRecipient,
} from './match-emails.commands.js';
import { EraseMatchEmailsCommand } from './match-erasures.commands.js';
import { PassMatchDeadlineCommand } from './matches.commands.js';
import { type MatchDocument, matches } from './matches.projection.js';
import type { MatchEvent } from './match.events.js';

const deadlineJob = (matchId: string, dueAt: string) => ({
  id: `match.${matchId}.${Date.parse(dueAt)}`,
  due: dueAt,
  data: { matchId },
});

/** Ends open matches: they count after the last window, and expire if someone is missing. */
export const matchDeadlines = defineProcess<
  MatchEvent,
  Readonly<{ matchId: string }>,
  Pick<MatchDocument, 'matchId' | 'deadline'>
>({
  name: 'matchDeadlines',
  queue: 'deadlines',
  handles: ['MatchLogged', 'MatchPlayerAdded', 'MatchClaimed'],
  react({ type, data }) {
    if (isImported(data.loggerId)) return [];
    if (type === 'MatchLogged') return [deadlineJob(data.matchId, data.claimBy)];
    return (type === 'MatchPlayerAdded' || type === 'MatchClaimed') && data.answerBy !== null
      ? [deadlineJob(data.matchId, data.answerBy)]
      : [];
  },
  sweep: {
    readModel: matches,
    filters: (dueUntil) => [{ deadline: { $gt: '', $lte: dueUntil } }],
    fields: ['matchId', 'deadline'],
    jobs: ({ matchId, deadline }) => [deadlineJob(matchId, deadline!)],
  },
  command: ({ matchId }, commandContext) =>
    new PassMatchDeadlineCommand({ matchId }, commandContext),
});

const erasureJob = (matchId: string, due: string) => ({
  id: `matchEmails.${matchId}.${Date.parse(due)}`,
  due,
  data: { matchId },
});

/**
 * Erases the emails of a person who left Courtly, and other emails at the end of their retention
 * period.
 */
export const matchEmailErasures = defineProcess<
  MatchEvent,
  Readonly<{ matchId: string }>,
  Pick<MatchDocument, 'matchId' | 'nextErasureAt'>
>({
  name: 'matchEmailErasures',
  queue: 'deadlines',
  handles: ['MatchPlayerForgotten'],
  react: ({ type, data }) =>
    type === 'MatchPlayerForgotten' ? [erasureJob(data.matchId, data.forgottenAt)] : [],
  sweep: {
    readModel: matches,
    filters: (dueUntil) => [{ nextErasureAt: { $gt: '', $lte: dueUntil } }],
    fields: ['matchId', 'nextErasureAt'],
    jobs: ({ matchId, nextErasureAt }) => [erasureJob(matchId, nextErasureAt!)],
  },
  command: (job, commandContext) => new EraseMatchEmailsCommand(job, commandContext),
});

/**
 * Emails everyone named, the logger about answers, the side that is asked to withdraw the match, and
 * all players when it is withdrawn or an admin decides about it.
 */
export const matchEmails = defineProcess<MatchEvent, MatchEmailJob, never>({
  name: 'matchMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: [
    'MatchPlayerAdded',
    'MatchClaimed',
    'MatchConfirmed',
    'MatchDisputed',
    'MatchDisputeSettled',
    'MatchVoided',
    'MatchWithdrawalRequested',
    'MatchWithdrawalAgreed',
    'MatchWithdrawn',
  ],
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
      case 'MatchClaimed':
        return [emailJob(id, data.loggerId, { type: 'claimed', placeId: null })];
      case 'MatchConfirmed':
        return [emailJob(id, data.loggerId, { type: 'confirmed', placeId: null })];
      case 'MatchDisputed':
        return [emailJob(id, data.loggerId, { type: 'disputed', placeId: null })];
      case 'MatchDisputeSettled':
      case 'MatchVoided':
        return accountsIn(data).map(({ placeId, playerId }) =>
          emailJob(`${id}.${placeId ?? 'logger'}`, playerId, { type: 'ruled', placeId }),
        );
      case 'MatchWithdrawalRequested':
        return otherSideOf(data, data.requestedBy).map(({ placeId, playerId }) =>
          emailJob(`${id}.${placeId ?? 'logger'}`, playerId, { type: 'withdrawal', placeId }),
        );
      case 'MatchWithdrawalAgreed':
      case 'MatchWithdrawn': {
        const actorId = type === 'MatchWithdrawn' ? data.loggerId : data.agreedBy;
        return accountsIn(data)
          .filter(({ playerId }) => playerId !== actorId)
          .map(({ placeId, playerId }) =>
            emailJob(`${id}.${placeId ?? 'logger'}`, playerId, { type: 'withdrawn', placeId }),
          );
      }
      default:
        return [];
    }
  },
  email: ({ personId: userId }) => (userId === null ? null : { userId, kind: 'matches' }),
  command: (emailJob, commandContext) => new EmailMatchCommand(emailJob, commandContext),
});
