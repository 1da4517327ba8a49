import { describe, expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Streams } from '../../platform/kernel/streams.js';
import type { MemberEmails } from './member-emails.service.js';
import {
  SendRankingEmailCommand,
  SendRankingEmailHandler,
} from './notification-emails.commands.js';
import { rankingMails } from './notifications.process.js';
import { notifications } from './notifications.projection.js';
import type { RankingNotificationEvent } from './ranking-notifications.js';

const at = '2027-03-14T18:00:00.000Z';
const hidden = (isReasonShown = true): RankingNotificationEvent => ({
  type: 'PlayerHiddenFromRankings',
  data: {
    playerId: 'pavel',
    reason: 'All results are against one player.',
    isReasonShown,
    hiddenBy: 'ada',
    hiddenAt: at,
  },
});
const shown: RankingNotificationEvent = {
  type: 'PlayerShownInRankings',
  data: { playerId: 'pavel', reason: 'Only a suspicion.', shownBy: 'ada', shownAt: at },
};
const recorded = (event: RankingNotificationEvent) => inStream('rankingReview-pavel', event)[0]!;
const notified = (event: RankingNotificationEvent) =>
  [...fold(notifications, recorded(event)).values()].map(({ personId, type, reason }) => [
    personId,
    type,
    reason,
  ]);

describe('a player whom an admin hides from rankings', () => {
  it('sees the reason, unless it was written for admins', () => {
    expect(notified(hidden())).toEqual([
      ['pavel', 'ranking_hidden', 'All results are against one player.'],
    ]);
    expect(notified(hidden(false))).toEqual([['pavel', 'ranking_hidden', undefined]]);
    expect(notified(shown)).toEqual([['pavel', 'ranking_shown', undefined]]);
  });

  it('gets an email if they are still hidden', async () => {
    const jobs = [hidden(), shown].flatMap((event) => rankingMails.react(recorded(event)));
    expect(jobs.map(({ data }) => data)).toEqual([
      { playerId: 'pavel', isHidden: true },
      { playerId: 'pavel', isHidden: false },
    ]);
    const subjects: string[] = [];
    const reader = {
      email: 'pavel@example.com',
      firstName: 'Pavel',
      verifyAt: null,
      off: null,
      page: { words: 'See your notifications', address: 'https://courtly.example' },
    };
    const handler = new SendRankingEmailHandler(
      {
        sendAboutRankings: async (
          _id: string,
          _playerId: string,
          write: (emailReader: typeof reader) => { subject: string },
        ) => subjects.push(write(reader).subject),
      } as unknown as MemberEmails,
      { load: async () => ({ isHidden: true, dismissed: [] }) } as unknown as Streams,
    );
    for (const { data } of jobs)
      await handler.execute(new SendRankingEmailCommand(data, systemContext('email', at)));
    expect(subjects).toEqual(["You're hidden from the rankings"]);
  });
});
