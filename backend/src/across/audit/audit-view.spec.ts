import { AuditEntry } from '@courtly/contracts/audit';
import { describe, expect, it } from '@jest/globals';
import { AuditKind } from '@courtly/contracts/audit';
import { allEvents } from '../../event-sets.js';
import { EventCodec } from '../../platform/kernel/codec.js';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import {
  bookingApproved,
  bookingCancelled,
  hoursClosed,
  bookingRequested,
} from '../../../testing/court-day.js';
import { messageSent } from '../../../testing/conversation.js';
import { examples } from '../../../testing/event-examples.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { matchDisputed, matchLogged, playerAdded } from '../../../testing/match.js';
import { fold, inStream } from '../../../testing/projection.js';
import { audit } from './audit.projection.js';
import { auditEntry, reasonText, namedIn } from './audit-view.js';
import { foldedCategories, foldStream } from './folds.js';

const names = {
  people: new Map([
    ['pavel', 'Pavel Drop'],
    ['olga', 'Olga Smash'],
  ]),
  courts: new Map([['roxbury', 'Roxbury Court']]),
};

/** Returns the entry for the last of these events. */
const opened = (streamName: string, ...streamEvents: Message[]) => {
  const recorded = inStream(
    streamName,
    ...(streamEvents as Message<string, Record<string, unknown>>[]),
  );
  const [_id, document] = [...fold(audit, ...recorded)].at(-1)!;
  return auditEntry({ _id, ...document }, recorded, names);
};
const DAY = 'courtDay-roxbury_2027-03-13';

describe('an audit entry', () => {
  it('shows who did what to whom, why, and what changed', () => {
    const entry = opened(
      'match-booking-1_pavel',
      matchLogged(),
      playerAdded({ playerId: 'olga' }),
      matchDisputed(),
    );
    expect(AuditEntry.parse(entry)).toEqual({
      id: 'match-booking-1_pavel#2',
      at: '2027-03-10T12:00:00.000Z',
      type: 'MatchDisputed',
      sentence: "Olga Smash disputed Pavel Drop's result",
      thing: { kind: 'booking', id: 'booking-1' },
      stream: 'match-booking-1_pavel',
      requestId: 'request-2',
      courtId: 'roxbury',
      bookingId: 'booking-1',
      actor: { id: 'someone', role: 'player', name: 'a former member' },
      people: [
        { id: 'olga', name: 'Olga Smash' },
        { id: 'pavel', name: 'Pavel Drop' },
      ],
      reason: 'It was 4-6.',
      policyId: null,
      changes: expect.arrayContaining([
        { field: 'answer', before: 'none', after: 'disputed' },
        { field: 'reason', before: null, after: 'It was 4-6.' },
        { field: 'reasonBy', before: null, after: 'olga' },
      ]),
    });
    expect(entry.changes.map(({ field }) => field)).not.toContain('gamesWon');
  });

  it('lists all fields of the first event as changes', () => {
    const { changes, policyId } = opened(DAY, bookingRequested());
    expect(changes).toContainEqual({ field: 'status', before: null, after: 'pending' });
    expect(changes.every(({ before: valueBefore }) => valueBefore === null)).toBe(true);
    expect(policyId).toBe('standard-1');
  });

  it('shows only the booking of the event, not the whole court-day', () => {
    const other = {
      bookingId: 'booking-2',
      startTime: '2027-03-13T20:00:00.000Z',
      endTime: '2027-03-13T21:00:00.000Z',
    };
    expect(
      opened(DAY, bookingRequested(), bookingRequested(other), bookingApproved(other)).changes,
    ).toEqual([
      { field: 'status', before: 'pending', after: 'confirmed' },
      { field: 'approvedAt', before: null, after: '2027-03-10T13:00:00.000Z' },
    ]);
    expect(opened(DAY, bookingRequested(), hoursClosed('20:00', '21:00')).changes).toEqual([
      { field: 'closed.0.startTime', before: null, after: '2027-03-13T20:00:00.000Z' },
      { field: 'closed.0.endTime', before: null, after: '2027-03-13T21:00:00.000Z' },
      { field: 'closed.0.reason', before: null, after: 'resurfacing' },
    ]);
  });

  it("lists the event's data as changes if its stream has no fold", () =>
    expect(
      opened('cityWish-1', { type: 'CityRequested', data: { slug: 'boise', city: 'Boise' } })
        .changes,
    ).toEqual([
      { field: 'slug', before: null, after: 'boise' },
      { field: 'city', before: null, after: 'Boise' },
    ]));

  it('labels Courtly and former members', () => {
    const [event] = inStream('cityWish-1', { type: 'CityRequested', data: {} });
    const [[_id, document]] = [...fold(audit, event!)] as [
      [string, ReturnType<typeof audit.evolve>],
    ];
    const by = (actorId: string) =>
      auditEntry({ _id, ...document!, actorId }, [event!], names).actor.name;
    expect(['courtly', 'operator', 'visitor', 'pavel', 'gone'].map(by)).toEqual([
      ...['Courtly', 'an operator', 'a visitor', 'Pavel Drop', 'a former member'],
    ]);
  });
});

describe('the people whom an event names', () => {
  it('include the person who acted, but not Courtly', () => {
    const facts = { userId: 'pavel', reason: 'hana' };
    expect(namedIn({ actorId: 'ada', facts })).toEqual(['ada', 'pavel']);
    for (const actorId of ['courtly', 'operator', 'visitor'])
      expect(namedIn({ actorId, facts })).toEqual(['pavel']);
  });
});

describe('the reason for an event', () => {
  it('combines listed reasons and free text', () => {
    const declined = {
      reason: 'host_declined',
      declineReason: 'not_available',
      note: 'The net is torn.',
    } as const;
    expect(reasonText(bookingCancelled(declined).data)).toBe(
      'host_declined: not_available: The net is torn.',
    );
    expect(reasonText(bookingRequested().data)).toBeNull();
  });

  it.each([
    ['MatchDisputeSettled', 'because'],
    ['MessageReportDismissed', 'because'],
    ['MessageRemoved', 'because'],
    ['ReviewReportsDismissed', 'because'],
    ['ReviewRemoved', 'reason'],
    ['PayoutAdjusted', 'hostNote'],
  ])('is shown for %s, which stores it as %s', async (type, field) => {
    const codec = new EventCodec(allEvents, new InMemoryKeys());
    const events = (await codec.decode(await examples(allEvents, codec))) as RecordedEvent[];
    const data = events.find((event) => event.type === type)!.data as Record<string, unknown>;
    expect(reasonText(data)).toContain(`some ${field}`);
  });
});

describe('audit folds', () => {
  const categories: Partial<Record<AuditKind, string>> = { booking: 'courtDay' };

  it.each(AuditKind.options)('exist for the kind "%s"', (subjectKind) =>
    expect(foldedCategories).toContain(categories[subjectKind] ?? subjectKind),
  );

  it('show only the message that an event is about, and no message for a read receipt', () => {
    const events = [
      messageSent('player'),
      messageSent('host', { number: 2, text: 'From nine on.' }),
    ];
    expect(foldStream('conversation-booking-1', events, { number: 2 })).toMatchObject({
      text: 'From nine on.',
    });
    expect(foldStream('conversation-booking-1', events, { upTo: 2 })).toEqual({
      player: 0,
      host: 0,
    });
  });

  it('return undefined for other streams', () => {
    expect(foldStream('cityWish-1', [], {})).toBeUndefined();
    expect(foldStream('constructor-1', [], {})).toBeUndefined();
    expect(foldStream('user-nobody', [], {})).toBeNull();
  });
});
