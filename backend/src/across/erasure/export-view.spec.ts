import { expect, it } from '@jest/globals';
import {
  AccountExport,
  ExportedCourt,
  ExportedNotice,
  ExportedPayout,
  ExportedPayoutAccount,
  ExportedPayoutHold,
  ExportedStatementLine,
  MOST_EXPORTED,
} from '@courtly/contracts/account-export';
import { z } from 'zod';
import { booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { type CourtDayView, courtDays } from '../../booking/bookings/court-days.projection.js';
import { courtInvitations } from '../../booking/courts/court-invitations.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import {
  guestAdded,
  guestErased,
  guestRemoved,
  waiverSigned,
} from '../../../testing/guest-waivers.js';
import type { GuestWaiverEvent } from '../../booking/guest-waivers/guest-waivers.events.js';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.projection.js';
import { conversations } from '../../booking/messages/conversations.projection.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';
import { reviews } from '../../booking/reviews/reviews.projection.js';
import { statementLines } from '../../money/hosting/statement-lines.projection.js';
import { payoutAccounts } from '../../money/payouts/payout-accounts.projection.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { type PaymentDocument, payments } from '../../money/settlement/payments.projection.js';
import { applications } from '../../people/applications/applications.projection.js';
import { emailVerificationEvents } from '../../people/identity/email-verification.events.js';
import { people } from '../../people/identity/people.projection.js';
import type { Person } from '../../people/identity/person.js';
import { userEvents } from '../../people/identity/user.events.js';
import type { MatchDocument } from '../../play/matches/matches.projection.js';
import { messageRemoved, messageSent } from '../../../testing/conversation.js';
import { bookingApproved, bookingRequested } from '../../../testing/court-day.js';
import { examples } from '../../../testing/event-examples.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { paymentCaptured, paymentDisputed } from '../../../testing/paid-booking.js';
import { documentStates, fold, inStream } from '../../../testing/projection.js';
import { allEvents } from '../../event-sets.js';
import { EventCodec } from '../../platform/kernel/codec.js';
import { type RecordedEvent, categoryOf } from '../../platform/kernel/events.js';
import type { Projection } from '../../platform/projections/projection.js';
import { allProjections } from '../../slices.js';
import { notifications } from '../notifications/notifications.projection.js';
import {
  toAccountItem,
  toApplicationItem,
  toBookingItem,
  toChangeItem,
  toClosureItems,
  toExportList,
  toExportValue,
  toExported,
  toHostedItem,
  toGuestItems,
  toInvitationItems,
  toMatchItem,
  toMessageItems,
  toPaymentItem,
  toRankingReviewItems,
  toRatingItems,
  toRatingReceiptItem,
  toReviewItems,
} from './export-view.js';

const codec = new EventCodec(allEvents, new InMemoryKeys());
const events = (await codec.decode(await examples(allEvents, codec))) as RecordedEvent[];

/** The parts of an export that contain the data of each read model about people. */
const exportedParts: Record<string, readonly (keyof AccountExport)[]> = {
  people: ['account', 'history', 'acceptances'],
  suspendedPeople: ['account', 'history'],
  memberships: ['membership', 'membershipPayments'],
  bookings: ['bookings', 'hosting'],
  payments: ['payments'],
  courts: ['courts'],
  courtDays: ['closures'],
  courtInvitations: ['invitations'],
  guestWaivers: ['guests'],
  payouts: ['payouts'],
  statementLines: ['statement'],
  payoutHolds: ['payoutHolds'],
  matches: ['matches'],
  ratedMatches: ['matches', 'ratings', 'ratingReceipts'],
  challengedHours: ['challenges'],
  reviews: ['reviews', 'reports'],
  conversations: ['messages', 'reports'],
  incidents: ['incidents'],
  strikes: ['strikes'],
  rankingReviews: ['isHiddenFromRankings', 'rankingReviews'],
  notices: ['notices'],
  favourites: ['favourites'],
  follows: ['follows'],
  blocks: ['blocks'],
  applications: ['applications'],
};

/** Read models for admins. They repeat data of payments, and name the admin who decided. */
const adminReadModels = ['alarms', 'confirmations', 'ledger', 'moneyCases', 'taxPayments'];

it('exports each read model that contains data about people', () => {
  const withPeople = allProjections.flatMap(({ name, people }) => (people ? [name] : []));
  expect(withPeople.toSorted()).toEqual(
    [...Object.keys(exportedParts), ...adminReadModels].toSorted(),
  );
  for (const part of Object.values(exportedParts).flat())
    expect(Object.keys(AccountExport.shape)).toContain(part);
});

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The paths of all values whose fields the schema does not name. */
const openPaths = (schema: JsonSchema, path: string): string[] => {
  const { properties, items, additionalProperties } = schema;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const isNamed =
    additionalProperties === false || (schema.type !== 'object' && schema.type !== undefined);
  const isOpen = !isNamed && !schema.enum && !schema.const && alternatives.length === 0;
  return [
    ...(isOpen ? [path] : []),
    ...alternatives.flatMap((each) => openPaths(each as JsonSchema, path)),
    ...Object.entries(properties ?? {}).flatMap(([name, value]) =>
      openPaths(value as JsonSchema, `${path}.${name}`),
    ),
    ...(items ? openPaths(items as JsonSchema, `${path}[]`) : []),
  ];
};

it('names every field of an export', () => {
  const openSchema = z.object({ any: z.unknown(), record: z.record(z.string(), z.string()) });
  expect(openPaths(z.toJSONSchema(openSchema) as JsonSchema, '')).toEqual(['.any', '.record']);
  expect(openPaths(z.toJSONSchema(AccountExport, { reused: 'inline' }) as JsonSchema, '')).toEqual(
    [],
  );
});

it('names every field of the events of an account', () => {
  const exportedFields = Object.keys(AccountExport.shape.history.shape.items.element.shape);
  const definitions = [
    ...Object.values(userEvents.definitions),
    ...Object.values(emailVerificationEvents.definitions),
  ];
  const eventFields = definitions.flatMap(({ data }) => Object.keys(data.shape));
  const ownCategories = ['user', 'emailVerification'];
  const accountEvents = events.filter(({ stream }) => ownCategories.includes(categoryOf(stream)));
  expect(accountEvents.map(toChangeItem)).toHaveLength(definitions.length);
  expect(
    [...new Set(eventFields)].filter(
      (field) =>
        !exportedFields.includes(field) &&
        !['userId', 'isReasonShown'].includes(field) &&
        !field.endsWith('At'),
    ),
  ).toEqual([]);
});

type Mapping = readonly [
  projection: Pick<Projection, 'name' | 'handles' | 'key' | 'evolve'>,
  toItem: (document: never) => object | readonly object[],
  leftOut: string[],
];

/**
 * Fields of the booking, which is listed itself, and of the next step, which belongs to Courtly.
 */
const payoutDetails = [
  ...['cancellation', 'endTime', 'payBy', 'status', 'tax', 'terms', 'total'],
  ...['amount', 'attempts', 'dueAt', 'excess', 'lastRefusal', 'since', 'what'],
];

/** How documents become items, and the fields that are left out on purpose. */
const mappings = [
  [bookings, toBookingItem, ['captureBefore', 'hostId', 'playerId', 'policyId', 'terms']],
  [
    payments,
    (payment: PaymentDocument) => toPaymentItem({ ...payment, _id: 'b1' }),
    [
      'byHand',
      'clientSecret',
      'failedRefunds',
      'fee',
      'found',
      'isMismatched',
      'isReturnLeftToAdmin',
      'playerId',
      'refundOrders',
      'refusals',
    ],
  ],
  [
    courts,
    (court: object) => toExported(ExportedCourt, court),
    [
      'city',
      // Only admins read it.
      'cityNote',
      'detailChanges',
      'features',
      'hadLocalDays',
      'hostId',
      'isShown',
      'place',
      'rated',
      'searchName',
      'standardOffsetMinutes',
      'version',
    ],
  ],
  [
    courtDays,
    (day: CourtDayView) => toClosureItems({ ...day, _id: 'c1_2027-03-13' }),
    ['closed', 'hostId', 'taken'],
  ],
  [
    courtInvitations,
    toInvitationItems,
    ['accepted', 'courtId', 'emailsUntil', 'hostId', 'invitations', 'made', 'nextErasureAt'],
  ],
  [
    guestWaivers,
    toGuestItems,
    [
      'bookingId',
      'courtId',
      'erasureRequests',
      'guests',
      'hostId',
      'keptUntil',
      'linksMade',
      'nextErasureAt',
      'playerId',
      'removedGuests',
    ],
  ],
  [
    payouts,
    (payout: object) => toExported(ExportedPayout, payout),
    [...payoutDetails, 'chargedAt', 'hostId', 'month', 'needsBalanceAt', 'payment', 'payout'],
  ],
  [
    statementLines,
    (line: object) => toExported(ExportedStatementLine, line),
    ['hostId', 'month', 'reference'],
  ],
  [
    payoutHolds,
    (hold: object) => toExported(ExportedPayoutHold, hold),
    ['heldBy', 'hostId', 'reason'],
  ],
  [
    payoutAccounts,
    (account: object) => toExported(ExportedPayoutAccount, account),
    ['hostId', 'returned'],
  ],
  [
    notifications,
    (notice: object) => toExported(ExportedNotice, notice),
    ['personId', 'playerId', 'reasonBy', 'stripeId'],
  ],
  [
    applications,
    toApplicationItem,
    ['applicant', 'emailState', 'erasure', 'linkExpiresAt', 'searchTexts', 'submittedBy', 'userId'],
  ],
] as unknown as readonly Mapping[];

it.each(mappings.map((mapping) => [mapping[0].name, ...mapping] as const))(
  'exports documents of %s in every state',
  (_name, projection, toItem, leftOut) => {
    const states = documentStates(projection, events).map(({ document }) => document);
    const missing = states.flatMap((document) => {
      const items = [toItem(document as never)].flat();
      const exportedFields = items.flatMap((item) => Object.keys(item));
      return Object.keys(toExportValue(document) as object).filter(
        (field) => !exportedFields.includes(field),
      );
    });
    expect(states.length).toBeGreaterThan(0);
    expect([...new Set(missing)].toSorted()).toEqual(leftOut.toSorted());
  },
);

it('exports the charge of a booking with what banks have withdrawn', () => {
  const [document] = fold(
    bookings,
    ...inStream(
      'courtDay-roxbury_2027-03-13',
      ...([bookingRequested(), bookingApproved(), paymentCaptured, paymentDisputed()] as Parameters<
        typeof bookings.evolve
      >[1][]),
    ),
  ).values();
  expect(toBookingItem(document!).charge).toMatchObject({ amount: '330.00', disputed: '330.00' });
});

const reasonsIn = (recorded: readonly RecordedEvent[]) =>
  recorded.map((event) => toChangeItem(event).reason);

it('exports why a role changed, and why the person was suspended if they may know', () => {
  const named = (type: string, data: object = {}) => {
    const event = events.find((each) => each.type === type)!;
    return { ...event, data: { ...event.data, reason: 'Because', ...data } };
  };
  expect(
    reasonsIn([
      named('RoleGranted'),
      named('RoleRevoked'),
      named('UserSuspended', { isReasonShown: true }),
      named('UserSuspended', { isReasonShown: false }),
      named('SuspensionLifted'),
    ]),
  ).toEqual(['Because', 'Because', 'Because', undefined, undefined]);
  const suspension = { since: 'then', reason: 'Because', until: null };
  const account = (isReasonShown: boolean) => ({
    ...(documentStates(people, events)[0]!.document as Person),
    suspension: { ...suspension, isReasonShown },
  });
  expect(toAccountItem(account(true), new Set()).suspension).toEqual(suspension);
  expect(toAccountItem(account(false), new Set()).suspension).toEqual({
    ...suspension,
    reason: null,
  });
});

it('exports whether the person has verified their email in any way', () => {
  const account = {
    ...(documentStates(people, events)[0]!.document as Person),
    email: 'ann@example.test',
    isEmailProven: false,
  };
  expect(toAccountItem(account, new Set()).isEmailProven).toBe(false);
  expect(toAccountItem(account, new Set(['ann@example.test'])).isEmailProven).toBe(true);
});

it('exports when the person was hidden from rankings, and why if they may know', () => {
  const hidden = { playerId: 'ann', reason: 'Closed pair', hiddenBy: 'ada', hiddenAt: 'then' };
  const hiding = (isReasonShown: boolean) =>
    toRankingReviewItems({
      type: 'PlayerHiddenFromRankings',
      data: { ...hidden, isReasonShown },
    });
  expect(hiding(true)).toEqual([{ isHidden: true, at: 'then', reason: 'Closed pair' }]);
  expect(hiding(false)).toEqual([{ isHidden: true, at: 'then', reason: null }]);
});

it('exports ratings and receipts without the ids of others', () => {
  const shown = { figure: 4.2, range: [3.1, 5.3], lowerBound: 3.1, matches: 6, provisional: false };
  const singles = {
    ...shown,
    rank: 3,
    place: 4,
    rankBound: 3,
    missingOpponents: 0,
    cityRank: 1,
    cityPlace: 1,
    wins: 4,
    losses: 2,
    draws: 0,
    streak: 1,
    clay: null,
    surfaces: [{ ...shown, surface: 'hard' }],
  };
  const row = { sport: 'tennis', playerId: 'ann', city: 'hash', singles, doubles: null };
  const ratings = toRatingItems({ ...row, flags: [{ otherId: 'olga' }] } as never);
  expect(ratings).toMatchObject([
    {
      sport: 'tennis',
      discipline: 'singles',
      figure: 4.2,
      rank: 3,
      surfaces: [{ surface: 'hard' }],
    },
  ]);
  const receipt = toRatingReceiptItem({
    playerId: 'ann',
    matchId: 'b1_olga',
    partnerId: null,
    opponentIds: ['olga'],
    logged: '7',
    courtId: 'c1',
    zone: 'America/Phoenix',
    playedAt: 'then',
    surface: 'hard',
    sport: 'tennis',
    discipline: 'singles',
    result: 'win',
    gamesWon: 6,
    gamesLost: 4,
    expected: 0.5,
    actual: 0.6,
    held: false,
    weight: { value: 1, reasons: ['confirmed'] },
    before: { figure: 4, uncertainty: 2 },
    after: { figure: 4.2, uncertainty: 1.9 },
    formula: 'games-share-glicko-3',
  });
  expect(receipt).toMatchObject({ after: { figure: 4.2 }, weight: { value: 1 } });
  expect(JSON.stringify([ratings, receipt])).not.toMatch(/olga|hash/);
});

it('shows amounts in dollars', () =>
  expect(
    toExportValue({
      totalCents: 33_005,
      shareCents: null,
      payBy: null,
      refunds: [{ amountCents: 100 }],
      tags: ['a'],
    }),
  ).toEqual({
    total: '330.05',
    share: null,
    payBy: null,
    refunds: [{ amount: '1.00' }],
    tags: ['a'],
  }));

it('limits a list to 1,000 entries and shows whether it is complete', () => {
  const some = (itemCount: number) => Array.from({ length: itemCount }, (_, n) => ({ n }));
  expect(toExportList(some(MOST_EXPORTED))).toMatchObject({
    isComplete: true,
    items: { length: MOST_EXPORTED },
  });
  expect(toExportList(some(MOST_EXPORTED + 1))).toMatchObject({
    isComplete: false,
    items: { length: MOST_EXPORTED },
  });
});

it('omits texts and ids of others from matches', () => {
  const place = {
    placeId: 'p',
    side: 'opponent',
    email: 'o@example.test',
    addedAt: 'then',
    emailHash: 'h',
    answerBy: null,
  };
  const match = {
    matchId: 'b1_ann',
    bookingId: 'b1',
    courtId: 'c1',
    loggerId: 'ann',
    playerIds: ['ann', 'olga', 'rosa'],
    playedAt: 'then',
    zone: 'America/Phoenix',
    surface: 'hard',
    sport: 'pickleball',
    discipline: 'doubles',
    result: 'win',
    gamesWon: 6,
    gamesLost: 4,
    sets: [],
    answer: 'disputed',
    loggedAt: 'then',
    notes: 'Windy',
    reason: 'They say the same.',
    reasonBy: 'ada',
    objections: [{ type: 'dispute', userId: 'olga', reason: 'No' }],
    players: [
      { ...place, playerId: 'olga', name: 'Olga' },
      { ...place, playerId: 'rosa', name: 'Rosa' },
    ],
  } as unknown as MatchDocument;
  const [ofAnn, ofOlga] = [toMatchItem('ann')(match), toMatchItem('olga')(match)];
  expect(ofAnn).toMatchObject({ matchId: 'b1_ann', role: 'logger', notes: 'Windy', reason: null });
  expect(ofAnn.sport).toBe('pickleball');
  expect(ofAnn.players.map(({ name }) => name)).toEqual(['Olga', 'Rosa']);
  expect(ofOlga).toMatchObject({ matchId: null, role: 'opponent', notes: '', reason: 'No' });
  expect(ofOlga.players.map(({ name }) => name)).toEqual(['Olga']);
  expect(JSON.stringify([ofAnn, ofOlga])).not.toMatch(/emailHash|playerId|"rosa"|"olga"/);
});

it("masks contact details in the other side's note, but not in the person's own", () => {
  const cancelledBy = (noteBy: string) => ({
    ...booking.evolve(null, bookingRequested())!,
    status: 'cancelled' as const,
    cancellation: {
      reason: 'player_cancelled' as const,
      declineReason: null,
      rule: 'pending' as const,
      excuse: null,
      refundCents: 0,
      hostCents: 0,
      platformCents: 0,
      taxCents: 0,
      cancelledAt: 'then',
      note: 'Call 480 555 0123',
      noteBy,
    },
  });
  expect(toHostedItem(cancelledBy('pavel')).cancellation!.note).toBe('Call •••');
  expect(toHostedItem(cancelledBy('hana')).cancellation!.note).toBe('Call 480 555 0123');
  expect(toBookingItem(cancelledBy('hana')).cancellation!.note).toBe('Call •••');
  expect(toBookingItem(cancelledBy('pavel')).cancellation!.note).toBe('Call 480 555 0123');
  expect(JSON.stringify(toHostedItem(cancelledBy('pavel')))).not.toMatch(/pavel|notes/);
});

const reviewParties = { bookingId: 'b1', courtId: 'c1', hostId: 'hana', playerId: 'pavel' };
const reviewWritten = {
  type: 'ReviewWritten' as const,
  data: {
    ...reviewParties,
    side: 'player' as const,
    authorId: 'pavel',
    rating: 2,
    comment: 'Loud',
    revealBy: 'later',
    editableUntil: '2027-03-14T08:00:00.000Z',
    writtenAt: 'then',
  },
};

it('hides who reported a review, and why', () => {
  const reported = {
    type: 'ReviewReported' as const,
    data: {
      ...reviewParties,
      side: 'player' as const,
      reportedBy: 'rita',
      reason: 'private' as const,
      words: 'He names my child',
      reportedAt: 'then',
    },
  };
  const [document] = fold(
    reviews,
    ...inStream<ReviewEvent>('review-b1', reviewWritten, reported),
  ).values();
  expect(document!.player!.reports).toHaveLength(1);
  expect(toReviewItems('pavel')(document!)).toEqual([
    {
      bookingId: 'b1',
      courtId: 'c1',
      isMine: true,
      rating: 2,
      comment: 'Loud',
      writtenAt: 'then',
      isRemoved: false,
    },
  ]);
});

it('omits the reasons that only admins see', () => {
  const removed = {
    type: 'ReviewRemoved' as const,
    data: {
      ...reviewParties,
      side: 'player' as const,
      revealedRating: 2,
      removedBy: 'avery',
      reason: 'Rita asked',
      removedAt: 'then',
      reporterIds: [],
    },
  };
  const suspended = {
    type: 'UserSuspended',
    data: { userId: 'pavel', suspendedBy: 'avery', reason: 'Rita asked' },
    metadata: { at: 'then' },
  };
  const [document] = fold(
    reviews,
    ...inStream<ReviewEvent>('review-b1', reviewWritten, removed),
  ).values();
  const exported = [
    ...toReviewItems('pavel')(document!),
    toChangeItem(suspended as never),
    toAccountItem(
      {
        ...(documentStates(people, events)[0]!.document as Person),
        suspension: { since: 'then', reason: 'Rita asked', isReasonShown: false, until: null },
      },
      new Set(),
    ).suspension,
  ];
  expect(exported).toEqual([
    expect.objectContaining({ isMine: true, isRemoved: true }),
    { what: 'UserSuspended', at: 'then' },
    { since: 'then', until: null, reason: null },
  ]);
});

it('shows messages newest first and omits removed ones', () => {
  const written = [
    messageSent('player', { text: 'My number: 480 555 0123' }),
    messageSent('host', { number: 2, text: 'Mine: 480 555 0199' }),
    messageSent('host', { number: 3, text: 'Rude.' }),
    messageRemoved(3),
  ];
  const conversationDocuments = [
    ...fold(conversations, ...inStream('conversation-booking-1', ...written)).values(),
  ];
  const bookings = [booking.evolve(null, bookingRequested())!];
  expect(toMessageItems(conversationDocuments, bookings, 'pavel')).toMatchObject([
    { bookingId: 'booking-1', number: 2, isMine: false, text: 'Mine: •••' },
    { bookingId: 'booking-1', number: 1, isMine: true, text: 'My number: 480 555 0123' },
  ]);
});

it('includes removed guests until they are erased', () => {
  const guestsAfter = (...events: GuestWaiverEvent[]) =>
    [...fold(guestWaivers, ...inStream('guestWaivers-b1', ...events)).values()].flatMap(
      toGuestItems,
    );
  const { name } = guestAdded().data;
  expect(guestsAfter(guestAdded())).toMatchObject([{ name, hasSigned: false, isRemoved: false }]);
  const removed = [guestAdded(), waiverSigned(), guestRemoved()];
  expect(guestsAfter(...removed)).toMatchObject([{ name, hasSigned: true, isRemoved: true }]);
  expect(guestsAfter(...removed, guestErased())).toEqual([]);
});
