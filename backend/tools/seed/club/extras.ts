import { RecordPlatformPayoutsCommand } from '@courtly/backend/money/payouts/platform-payouts.commands';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { ReportIncidentCommand } from '@courtly/backend/across/incidents/incidents.commands';
import { RequestCityCommand } from '@courtly/backend/booking/cities/cities.commands';
import { EraseInvitationEmailsCommand } from '@courtly/backend/booking/courts/invitations.commands';
import { ReportMessageCommand } from '@courtly/backend/booking/messages/message-reports.commands';
import {
  ReadMessagesCommand,
  SendMessageCommand,
} from '@courtly/backend/booking/messages/messages.commands';
import { ReportReviewCommand } from '@courtly/backend/booking/reviews/reports.commands';
import { reviewIdOf } from '@courtly/backend/booking/reviews/review';
import { CONFIG, type Config } from '@courtly/backend/config';
import { payment } from '@courtly/backend/money/payments/payment';
import { OrderRefundCommand } from '@courtly/backend/money/payouts/refunds.commands';
import { SettlePayoutCommand } from '@courtly/backend/money/payouts/payouts.commands';
import { applicantOf } from '@courtly/backend/people/applications/application';
import { ApplyCommand } from '@courtly/backend/people/applications/apply.commands';
import { ReviewApplicationCommand } from '@courtly/backend/people/applications/review.commands';
import { ChangePictureCommand } from '@courtly/backend/people/identity/account/picture.commands';
import { systemContext } from '@courtly/backend/platform/kernel/context';
import type { Actor } from '@courtly/backend/platform/kernel/events';
import { Ids } from '@courtly/backend/platform/kernel/ids';
import { KeyedHashes } from '@courtly/backend/platform/kernel/keyed-hashes';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import { StripeClient } from '@courtly/backend/platform/stores/stripe';
import { RequestReplayCommand } from '@courtly/backend/play/rankings/rating-replays.commands';
import { type DemoPerson, emailOf } from '../people.js';
import { contextOf } from '../settle.js';
import { clubCourts } from './club-courts.js';
import { CLUB_DAYS, members } from './members.js';
import type { Hour } from './plan.js';
import { type Club, settleMoney } from './tell.js';

const visitor: Actor = { id: 'visitor', role: 'visitor' };
const instantOf = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Every second player has a portrait. */
export const tellFaces = ({ commandBus, story, by, daysAgo }: Club, photosFolder: string): void => {
  const demo = ['avery', 'hana', 'marcus', 'lucia'];
  const pictured = [
    ...demo,
    ...members.filter((_, index) => index % 2 === 0).map(({ person }) => person.username),
  ].slice(0, 75);
  for (const [index, username] of pictured.entries()) {
    const joined = members.find(({ person }) => person.username === username)?.joinedDaysAgo ?? 500;
    const at = daysAgo(joined) + 3 * HOUR_MS;
    story.at(at, async () => {
      const buffer = await readFile(join(photosFolder, 'faces', `${index + 1}.webp`));
      await commandBus.execute(
        new ChangePictureCommand({ pictureFile: { buffer } }, by(username, `face ${username}`, at)),
      );
    });
  }
};

const playerReasons = [
  'I play four times a week and would like to meet people at my level.',
  'A friend told me about the evenings, and I moved here in the spring.',
  'I am looking for doubles partners who keep score and keep time.',
  'My old club closed its clay courts, and I miss them.',
  'I travel between Austin and Scottsdale and want one membership for both.',
];
const courtTexts = [
  'A hard court behind our house, resurfaced last year, with lights and a bench in the shade.',
  'Clay court between orange trees. We play on Mondays and would be happy to share the other days.',
  'Pickleball court with cushioned surface, built for our children, who have moved out.',
  'Full court with a ball machine. Quiet street, parking for four cars.',
];
const levels = ['Beginner', 'Intermediate', 'Advanced'] as const;
const rejections = [
  'The address is outside the cities that Courtly serves.',
  "We couldn't reach you at this number. Please apply again.",
];

type Decided = Readonly<{ by: string; at: number; isApproved: boolean }>;

const apply = (
  club: Club,
  index: number,
  kind: 'player' | 'host',
  at: number,
  decided: Decided | null,
  photos: readonly string[] = [],
  applicant: DemoPerson | null = null,
): void => {
  const { application, commandBus, story, by, actorOf, known } = club;
  const fullName = applicant
    ? `${applicant.firstName} ${applicant.lastName}`
    : `${['Robin', 'Sasha', 'Toni', 'Andrea', 'Jules', 'Kim', 'Luca', 'Marin'][index % 8]} ${['Aldridge', 'Bishara', 'Colfax', 'Dumont', 'Eberle', 'Farrow', 'Grimaldi'][index % 7]}`;
  const email = applicant ? emailOf(applicant) : `applicant-${index + 1}@courtly.example`;
  const name = `apply ${index}`;
  story.at(at, async () => {
    const context = contextOf(
      applicant ? actorOf(applicant.username) : visitor,
      name,
      instantOf(at),
    );
    const submittedForm =
      kind === 'player'
        ? ({
            kind,
            form: {
              fullName,
              email,
              city: ['Scottsdale', 'Austin', 'Palm Beach'][index % 3]!,
              skillLevel: levels[index % 3]!,
              otherClubs: index % 2 ? 'Phoenix Country Club' : '',
              whyJoin: playerReasons[index % playerReasons.length]!,
              agreeToTerms: true,
            },
          } as const)
        : ({
            kind,
            form: {
              fullName,
              email,
              phoneNumber: `480-555-2${String(index).padStart(3, '0')}`,
              propertyAddress: `${1200 + 37 * index} E Cactus Rd, Scottsdale, AZ`,
              courtType: (['tennis', 'pickleball', 'both'] as const)[index % 3]!,
              courtSurface: (['hard', 'clay', 'hard'] as const)[index % 3]!,
              availability: 'Weekday mornings, and Sundays after ten.',
              courtDescription: courtTexts[index % courtTexts.length]!,
              agreeToTerms: true,
            },
            photos: await Promise.all(
              photos.map(async (file) => ({ buffer: await readFile(file) })),
            ),
          } as const);
    await commandBus.execute(new ApplyCommand({ submittedForm, ipAddress: '127.0.0.1' }, context));
    const ids = application.get(Ids, { strict: false });
    const hashes = application.get(KeyedHashes, { strict: false });
    const applicationId = ids.short(`application ${context.commandId}`, 12);
    if (!decided) return;
    story.at(decided.at, async () => {
      known.set(applicationId, {
        applicant: applicantOf(kind, hashes.hashOfName('applicant', email)),
      });
      await commandBus.execute(
        new ReviewApplicationCommand(
          {
            kind,
            applicationId,
            decision: {
              status: decided.isApproved ? 'approved' : 'rejected',
              reason: decided.isApproved ? '' : rejections[index % 2]!,
              location: 'Scottsdale',
            } as ReviewApplicationCommand['input']['decision'],
          },
          by(decided.by, `review ${name}`, decided.at),
        ),
      );
    });
  });
};

/** Applications that were rejected earlier would have been erased by now. */
const REJECTED_SINCE_DAYS = 150;

/**
 * Twenty applications that two admins decided over a year. Seven players and four hosts are
 * waiting, two of them too long.
 */
export const tellApplications = (club: Club, photosFolder: string): void => {
  const { nowMs, daysAgo } = club;
  const applicants = members.filter(({ joinedDaysAgo }) => joinedDaysAgo > 345).slice(-20);
  for (const [index, { person }] of applicants.entries()) {
    const days = 330 - 17 * index;
    const at = daysAgo(days);
    const decided = {
      by: index % 3 === 0 ? 'jonah' : 'avery',
      at: at + (5 + (index % 30)) * HOUR_MS,
      isApproved: days > REJECTED_SINCE_DAYS || index % 3 !== 2,
    };
    apply(club, index, index % 3 === 1 ? 'host' : 'player', at, decided, [], person);
  }
  const photos = ['cholla-bend-1', 'cholla-bend-2'].map((name) =>
    join(photosFolder, `${name}.jpg`),
  );
  for (let index = 0; index < 11; index += 1) {
    const isHost = index % 3 === 1;
    const isOverdue = index === 0 || index === 4;
    const at = nowMs - (isOverdue ? 61 + index : 3 + 4 * index) * HOUR_MS;
    apply(club, 20 + index, isHost ? 'host' : 'player', at, null, index === 1 ? photos : []);
  }
};

const wishes: readonly (readonly [city: string, count: number])[] = [
  ['Denver', 19],
  ['Miami', 16],
  ['San Diego', 13],
  ['Dallas', 11],
  ['Nashville', 8],
  ['Charleston', 6],
  ['Santa Fe', 4],
  ['Tucson', 3],
  ['Boise', 2],
];

export const tellCities = ({ commandBus, story, daysAgo }: Club): void => {
  for (const [position, [city, count]] of wishes.entries())
    for (let index = 0; index < count; index += 1) {
      const at = daysAgo(300 - 14 * index) + position * HOUR_MS;
      const wish = { city, email: `wish-${position}-${index}@courtly.example` };
      story.at(at, () =>
        commandBus.execute(
          new RequestCityCommand(
            { wish, address: '127.0.0.1' },
            contextOf(visitor, `city ${city} ${index}`, instantOf(at)),
          ),
        ),
      );
    }
};

const talks: readonly (readonly [side: 'player' | 'host', text: string])[][] = [
  [
    [
      'player',
      'There are four of us, and one has never held a racket. Is that all right with you?',
    ],
    ['host', "Of course. I'll put the soft balls out for you."],
    ['player', "How kind! We'll bring oranges. Is there shade where my father can sit and watch?"],
  ],
  [
    ['player', 'Is the ball machine free for that hour, too?'],
    ['host', "It is, and it's charged. You'll find it under the awning."],
  ],
  [
    ['player', 'There are two of us and we have one racket. Could we borrow another?'],
    ['host', 'There are two in the shed. Take either.'],
    ['player', 'Then we are all set. Thank you!'],
  ],
  [
    ['host', 'The street is closed that day. Please come in from the north.'],
    ['player', 'Good to know, thanks.'],
  ],
];

/** Conversations about upcoming hours. The last message of every second one is unread. */
export const tellMessages = (club: Club, hours: readonly Hour[]): void => {
  const { commandBus, story, bookingIds, by, nowMs } = club;
  const write = (
    hour: Hour,
    who: string,
    reader: string,
    number: number,
    text: string,
    at: number,
    isRead: boolean,
  ) => {
    const key = `message ${number} ${hour.name}`;
    story.at(at, () =>
      commandBus.execute(
        new SendMessageCommand({ bookingId: bookingIds.get(hour.name)!, text }, by(who, key, at)),
      ),
    );
    const readAt = at + 4 * MINUTE_MS;
    if (isRead)
      story.at(readAt, () =>
        commandBus.execute(
          new ReadMessagesCommand(
            { bookingId: bookingIds.get(hour.name)!, upTo: number },
            by(reader, `read ${key}`, readAt),
          ),
        ),
      );
  };
  const coming = hours.filter(
    ({ fate, startTime, requestedAt }) =>
      (fate === 'confirmed' || fate === 'pending') &&
      Date.parse(startTime) > nowMs + 6 * HOUR_MS &&
      Date.parse(requestedAt) < nowMs - 100 * MINUTE_MS,
  );
  const demo = coming.filter(({ player }) => ['pavel', 'imani'].includes(player.person.username));
  const talked = [...new Set([...demo.slice(0, 4), ...coming.slice(0, 12)])];
  for (const [index, hour] of talked.entries()) {
    const lines = talks[index % talks.length]!;
    for (const [position, [side, text]] of lines.entries()) {
      const [player, host] = [hour.player.person.username, hour.court.host];
      const [who, reader] = side === 'player' ? [player, host] : [host, player];
      const at = Date.parse(hour.requestedAt) + (20 + 25 * position) * MINUTE_MS;
      const isLast = position === lines.length - 1;
      write(hour, who, reader, position + 1, text, at, !isLast || index % 2 === 1);
    }
  }
  const rude = ["Cancel, or I'll rate you one star.", 'Pay me in cash next time and save the fee.'];
  const past = hours.filter(
    ({ fate, endTime }) =>
      fate === 'completed' &&
      Date.parse(endTime) < nowMs - 30 * HOUR_MS &&
      Date.parse(endTime) > nowMs - 8 * DAY_MS,
  );
  for (const [index, text] of rude.entries()) {
    const hour = past[3 + 9 * index]!;
    const { username } = hour.player.person;
    const [who, reader] = index === 0 ? [username, hour.court.host] : [hour.court.host, username];
    const at = Date.parse(hour.startTime) - 2 * HOUR_MS;
    write(hour, who, reader, 1, text, at, true);
    const reportedAt = at + 30 * MINUTE_MS;
    story.at(reportedAt, () =>
      commandBus.execute(
        new ReportMessageCommand(
          {
            bookingId: bookingIds.get(hour.name)!,
            number: 1,
            reason: index === 0 ? 'offensive' : 'other',
            words: '',
          },
          by(reader, `report message ${hour.name}`, reportedAt),
        ),
      ),
    );
  }
};

/** Hosts report three reviews, and admins have to decide. */
export const tellReports = (club: Club, hours: readonly Hour[]): void => {
  const { commandBus, story, bookingIds, courtIds, by } = club;
  const critical = hours.filter(({ review }) => review?.text && review.stars < 4).slice(-3);
  for (const [index, hour] of critical.entries()) {
    const at = Date.parse(hour.endTime) + (40 + index) * HOUR_MS;
    story.at(at, () =>
      commandBus.execute(
        new ReportReviewCommand(
          {
            courtId: courtIds.get(hour.court.key)!,
            reviewId: reviewIdOf(bookingIds.get(hour.name)!, 'player'),
            reason: (['untrue', 'other', 'private'] as const)[index]!,
            words: ['The lights were being tested that week.', 'This was about another court.', ''][
              index
            ]!,
          },
          by(hour.court.host, `report review ${hour.name}`, at),
        ),
      ),
    );
  }
};

/** A chargeback, a refund by an admin, and a no-show. */
export const tellTrouble = (club: Club, hours: readonly Hour[]): void => {
  const { application, stripe, commandBus, streams, story, bookingIds, by, nowMs } = club;
  const noShow = hours.find(({ fate }) => fate === 'no-show')!;
  const reportedAt = Date.parse(noShow.startTime) + 25 * MINUTE_MS;
  story.at(reportedAt, () =>
    commandBus.execute(
      new ReportIncidentCommand(
        {
          bookingId: bookingIds.get(noShow.name)!,
          report: { kind: 'no_show', words: 'Nobody came, and my calls went to voicemail.' },
        },
        by(noShow.court.host, `no-show ${noShow.name}`, reportedAt),
      ),
    ),
  );
  if (!stripe) return;
  const paid = hours.filter(
    ({ fate, endTime }) => fate === 'completed' && Date.parse(endTime) < nowMs - 6 * DAY_MS,
  );
  const payOutAgain = (bookingId: string, at: number) =>
    commandBus.execute(
      new SettlePayoutCommand(
        { bookingId },
        systemContext(`payout ${bookingId} ${at}`, instantOf(at)),
      ),
    );
  const refunded = paid.at(-4)!;
  const refundedAt = nowMs - 3 * DAY_MS;
  story.at(refundedAt, async () => {
    const bookingId = bookingIds.get(refunded.name)!;
    await commandBus.execute(
      new OrderRefundCommand(
        {
          bookingId,
          refundOrder: {
            amount: '25.00',
            bearer: 'platform',
            reason: 'The lights went out ten minutes early.',
          },
        },
        by('avery', `refund ${refunded.name}`, refundedAt),
      ),
    );
    await settleMoney(club, bookingId, refundedAt);
    await payOutAgain(bookingId, refundedAt);
  });
  const disputed = paid.at(-11)!;
  const disputedAt = nowMs - 2 * DAY_MS;
  story.at(disputedAt, async () => {
    const bookingId = bookingIds.get(disputed.name)!;
    const { intentId } = (await streams.load(payment, bookingId))!;
    const client = application.get(StripeClient, { strict: false }).required;
    const { latest_charge: charge } = await client.paymentIntents.retrieve(intentId);
    const chargeId = typeof charge === 'string' ? charge : (charge as Stripe.Charge).id;
    stripe.control('POST /_control/charges/:id/dispute', { reason: 'fraudulent' }, chargeId);
    await settleMoney(club, bookingId, disputedAt);
    await payOutAgain(bookingId, disputedAt);
  });
};

/** Occasional work of a worker: platform funds and erasures. The first worker runs a replay. */
export const tellUpkeep = (club: Club): void => {
  const { application, stripe, commandBus, story, by, actorOf, courtIds, nowMs, daysAgo } = club;
  if (stripe) {
    const at = daysAgo(CLUB_DAYS) + MINUTE_MS;
    story.at(at, () =>
      commandBus.execute(
        new RecordPlatformPayoutsCommand(
          { payoutId: null },
          systemContext('platform funds', instantOf(at)),
        ),
      ),
    );
  }
  const { contactDays } = application.get<Config>(CONFIG).policy.retention;
  for (const { key, host, invited, listedDaysAgo } of clubCourts) {
    if (invited.length === 0) continue;
    const at = daysAgo(listedDaysAgo - contactDays) + MINUTE_MS;
    story.at(at, () =>
      commandBus.execute(
        new EraseInvitationEmailsCommand(
          { courtId: courtIds.get(key)!, hostId: actorOf(host).id },
          systemContext(`erase invitations ${key}`, instantOf(at)),
        ),
      ),
    );
  }
  const at = nowMs - HOUR_MS;
  story.at(at, () =>
    commandBus.execute(
      new RequestReplayCommand(
        { sport: 'tennis', formula: 'elo', parameters: {} } as RequestReplayCommand['input'],
        by('avery', 'replay', at),
      ),
    ),
  );
};
