import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AuditEntry,
  AuditEvent,
  AuditedEvent,
  CalendarAsOf,
  StateAsOf,
} from '@courtly/contracts/audit';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Match } from '@courtly/contracts/matches';
import { CommandBus } from '@nestjs/cqrs';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { createCompletedBooking } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let [admin, host, playerFields, opponent]: Member[] = [];
let pastCourt: CourtDetail;
let heldBooking: Booking;
let match: Match;
let disputedIn: string | undefined;

const get = async <T>(fieldPath: string, query: object = {}, requester = admin!) =>
  (await requester.agent.get(fieldPath).query(query).expect(200)).body as T;
const search = (query: object) => get<AuditEvent[]>('/api/admin/audit', query);
const typesOf = (streamEvents: readonly AuditEvent[]) => streamEvents.map(({ type }) => type);
const read = async (query: object) =>
  eventually('the audit lists a matching event', async () => {
    const matchedEvents = await search(query);
    return matchedEvents.length > 0 && matchedEvents;
  });

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  [admin, host] = [
    await courtly.register('player', { firstName: 'Avery' }),
    await courtly.register('owner'),
  ];
  [playerFields, opponent] = [
    await courtly.player(),
    await courtly.register('player', { firstName: 'Olga' }),
  ];
  for (const member of [playerFields, opponent]) await courtly.verifyEmail(member);
  const context = systemContext('an admin', new Date().toISOString());
  await courtly.app
    .get(CommandBus)
    .execute(new GrantRoleCommand({ email: admin.email, role: 'admin' }, context));
  pastCourt = await courtly.court(host);
  heldBooking = await createCompletedBooking(courtly, host, pastCourt, playerFields);
  const body = { bookingId: heldBooking.id, result: 'win', gamesWon: 6, gamesLost: 4 };
  const players = [{ playerName: 'Olga', playerEmail: opponent.email }];
  const loggedResponse = await playerFields.agent
    .post('/api/match-results')
    .send({ ...body, players })
    .expect(201);
  match = loggedResponse.body as Match;
  const disputed = await opponent.agent
    .post(`/api/matches/${match.id}/dispute`)
    .send({ reason: 'It was 4-6.' })
    .expect(200);
  disputedIn = disputed.get('X-Request-Id');
  const after = disputed.get('Courtly-Position')!;
  await admin.agent.get('/api/admin/audit').set('Courtly-After', after).expect(200);
});
afterAll(() => courtly?.stop());

describe('the audit', () => {
  it('shows who logged a match, who disputed it, and why', async () => {
    const entries = await get<AuditEntry[]>('/api/admin/audit/timeline', {
      kind: 'match',
      id: match.id,
    });
    expect(entries.map(({ type, actor }) => [type, actor.name])).toEqual([
      ['MatchLogged', 'Robin Baseline'],
      ['MatchPlayerAdded', 'Robin Baseline'],
      ['MatchDisputed', 'Olga Baseline'],
    ]);
    const disputed = entries.at(-1)!;
    expect(disputed).toMatchObject({
      reason: 'It was 4-6.',
      bookingId: heldBooking.id,
      requestId: disputedIn,
    });
    expect(disputed.changes).toContainEqual({ field: 'answer', before: 'none', after: 'disputed' });
    expect(disputed.people).toContainEqual({ id: opponent!.user.id, name: 'Olga Baseline' });
  });

  it('shows the timeline of a booking across streams, in pages', async () => {
    const firstResponse = await admin!.agent
      .get('/api/admin/audit/timeline')
      .query({ kind: 'booking', id: heldBooking.id, limit: 2 })
      .expect(200);
    expect(typesOf(firstResponse.body as AuditEntry[])).toEqual([
      'BookingRequested',
      'BookingApproved',
    ]);
    expect((firstResponse.body as AuditEntry[]).map(({ policyId }) => policyId)).toEqual([
      courtly.config.policy.id,
      courtly.config.policy.id,
    ]);
    const remainingEntries = await get<AuditEntry[]>(nextPageUrl(firstResponse)!);
    expect(typesOf(remainingEntries)).toEqual(['BookingCompleted', 'MatchLogged']);
  });

  it('searches by person, email, court, booking, actor, type, and time', async () => {
    const [disputed] = await search({ person: opponent!.user.id, actor: opponent!.user.id });
    expect(disputed).toMatchObject({ type: 'MatchDisputed', actor: { id: opponent!.user.id } });
    expect(await search({ person: opponent!.email, type: 'MatchDisputed' })).toEqual([disputed]);
    expect(await search({ actor: opponent!.email.toUpperCase(), limit: 1 })).toEqual([disputed]);
    expect(await search({ person: 'nobody@example.test' })).toEqual([]);
    expect(typesOf(await search({ court: pastCourt.id }))).toEqual(
      expect.arrayContaining(['CourtListed', 'BookingRequested', 'MatchDisputed']),
    );
    expect(
      new Set((await search({ booking: heldBooking.id })).map(({ bookingId }) => bookingId)),
    ).toEqual(new Set([heldBooking.id]));
    expect(await search({ type: 'MatchDisputed' })).toEqual([disputed]);
    expect(await search({ type: 'MatchDisputed', from: disputed!.at })).toEqual([disputed]);
    expect(await search({ type: 'MatchDisputed', to: disputed!.at })).toEqual([]);
    expect(await search({ type: 'MatchDisputed', person: admin!.user.id })).toEqual([]);
  });

  it('returns each event once across pages, newest first', async () => {
    const pagedEvents: AuditEvent[] = [];
    const about = { court: pastCourt.id, limit: 3 };
    for (
      let pageResponse = await admin!.agent.get('/api/admin/audit').query(about).expect(200);
      ;
    ) {
      pagedEvents.push(...(pageResponse.body as AuditEvent[]));
      const next = nextPageUrl(pageResponse);
      if (!next) break;
      pageResponse = await admin!.agent.get(next).expect(200);
    }
    expect(pagedEvents).toEqual(await search({ court: pastCourt.id, limit: 100 }));
    expect(pagedEvents.length).toBeGreaterThan(6);
    expect(pagedEvents.map(({ at }) => at)).toEqual(
      pagedEvents
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    await admin!.agent.get('/api/admin/audit').query({ cursor: 'nonsense' }).expect(400);
  });

  it('shows an event with its data from the log', async () => {
    const [disputed] = await search({ type: 'MatchDisputed' });
    const auditedEvent = await get<AuditedEvent>(`/api/admin/audit/events/${disputed!.id}`);
    expect(auditedEvent).toMatchObject({
      id: disputed!.id,
      stream: `match-${match.id}`,
      revision: 2,
      reason: 'It was 4-6.',
      data: { matchId: match.id, disputedBy: opponent!.user.id, reason: 'It was 4-6.' },
      metadata: {
        actor: { id: opponent!.user.id },
        version: 1,
        at: disputed!.at,
        $correlationId: disputed!.requestId,
      },
    });
  });

  it('rejects a timeline without a subject', async () => {
    for (const query of [{}, { kind: 'booking' }, { id: 'some' }])
      await admin!.agent.get('/api/admin/audit/timeline').query(query).expect(400);
    expect(await get('/api/admin/audit/timeline', { stream: 'match-none' })).toEqual([]);
    await admin!.agent
      .get('/api/admin/audit/timeline')
      .query({ kind: 'application', id: 'none' })
      .expect(404);
  });

  it('exports CSV and JSON lines', async () => {
    const csv = await admin!.agent
      .get('/api/admin/audit/export')
      .query({ format: 'csv', booking: heldBooking.id });
    expect(csv.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(csv.get('Content-Disposition')).toBe('attachment; filename="audit.csv"');
    expect(csv.get('Courtly-Truncated')).toBeUndefined();
    const auditRows = csv.text.trimEnd().split('\r\n');
    expect(auditRows).toHaveLength(1 + (await search({ booking: heldBooking.id })).length);
    expect(auditRows[1]).toContain('"MatchDisputed"');
    expect(csv.text).not.toContain('It was');
    const lines = await admin!.agent
      .get('/api/admin/audit/export')
      .query({ format: 'jsonl', type: 'MatchDisputed' });
    expect(lines.get('Content-Type')).toBe('application/jsonl; charset=utf-8');
    expect(JSON.parse(lines.text)).toMatchObject({
      type: 'MatchDisputed',
      people: expect.any(Array),
    });
  });

  it('lists the event types', async () =>
    expect(await get('/api/admin/audit/types')).toEqual(
      expect.arrayContaining(['MatchDisputed', 'PersonalDataRead']),
    ));
});

it('an audit page has at most the requested number of entries', async () => {
  const status = async (fieldPath: string, query: object) =>
    (await admin!.agent.get(fieldPath).query(query)).status;
  const timeline = { kind: 'match', id: match.id };
  expect(await status('/api/admin/audit', { limit: 100 })).toBe(200);
  expect(await status('/api/admin/audit', { limit: 101 })).toBe(400);
  expect(await status('/api/admin/audit/timeline', { ...timeline, limit: 50 })).toBe(200);
  expect(await status('/api/admin/audit/timeline', { ...timeline, limit: 51 })).toBe(400);
});

describe('the time machine', () => {
  it('shows a match before and after its dispute', async () => {
    const [disputed] = await search({ type: 'MatchDisputed' });
    const asOf = (currentTime: string) =>
      get<StateAsOf>('/api/admin/audit/as-of', { kind: 'match', id: match.id, at: currentTime });
    expect(await asOf(disputed!.at)).toMatchObject({
      events: 3,
      state: { answer: 'disputed', reason: 'It was 4-6.' },
    });
    const instantBefore = new Date(Date.parse(disputed!.at) - 1).toISOString();
    expect(await asOf(instantBefore)).toMatchObject({
      events: 2,
      state: { answer: 'none', reason: null },
    });
  });

  it('shows a calendar before and after a request', async () => {
    const date = heldBooking.id.split('-')[1]!.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
    const [requested] = await search({ type: 'BookingRequested', booking: heldBooking.id });
    const hour = async (currentTime: string) => {
      const calendarAsOf = await get<CalendarAsOf>('/api/admin/audit/calendar', {
        courtId: pastCourt.id,
        date,
        at: currentTime,
      });
      return calendarAsOf.hours.find(({ start }) => start === heldBooking.startTime);
    };
    expect(await hour(requested!.at)).toMatchObject({
      state: 'held',
      bookingId: heldBooking.id,
      status: 'pending',
    });
    expect(await hour(new Date(Date.parse(requested!.at) - 1).toISOString())).toMatchObject({
      state: 'free',
    });
  });

  it('works from the command line', async () => {
    const environment = {
      ...courtly.stores.environment,
      POLICY_FILE: 'deploy/policies/open.json',
    };
    const run = (...args: string[]) => commandLine(environment)(['as-of', ...args]);
    const [disputed] = await search({ type: 'MatchDisputed' });
    const then = await run('match', match.id, '--at', disputed!.at);
    expect(then).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^reason +It was 4-6\.$/m),
    });
    const emptyRun = await run('match', match.id, '--at', '2020-01-01T00:00:00Z', '--json');
    expect(JSON.parse(emptyRun.printed)).toMatchObject({ events: 0, state: null });
    const date = heldBooking.id.split('-')[1]!.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
    const calendar = await run('calendar', pastCourt.id, date, '--at', disputed!.at);
    expect(calendar.printed).toContain(`held   ${heldBooking.id}`);
    expect((await run('calendar', 'nowhere', date, '--at', disputed!.at)).code).toBe(1);
    expect((await run('match', match.id, '--at', 'yesterday')).code).toBe(1);
  });
});

describe("reading other people's personal data", () => {
  /** The recorded reads, once they include the latest one. */
  const personalDataReads = (about: string, last?: string) =>
    eventually('the read is recorded', async () => {
      const openedRecords = await search({
        type: 'PersonalDataRead',
        actor: admin!.user.id,
        limit: 100,
      });
      const opened = await Promise.all(
        openedRecords.map(({ id }) => get<AuditedEvent>(`/api/admin/audit/events/${id}`)),
      );
      const ownRecords = opened.filter(({ data }) => data['about'] === about);
      const isThere = ownRecords.some(({ data }) => last === undefined || data['what'] === last);
      return isThere && ownRecords;
    });

  it('is recorded as a single event, even if repeated', async () => {
    const timeline = { kind: 'court', id: pastCourt.id };
    for (let times = 0; times < 3; times++) await get('/api/admin/audit/timeline', timeline);
    const noted = await personalDataReads(`court ${pastCourt.id}`);
    expect(noted.map(({ data, actor }) => [actor.id, data['what'], data['of']])).toEqual([
      [admin!.user.id, 'timeline', [host!.user.id]],
    ]);
    expect(noted[0]!.stream).toMatch(
      new RegExp(`^personalDataReads-${admin!.user.id}_\\d{4}-\\d\\d-\\d\\d$`),
    );
    const personalReads = await search({ type: 'PersonalDataRead', person: host!.user.id });
    expect(personalReads.map(({ id }) => id)).toContain(noted[0]!.id);
  });

  it('is recorded for applications', async () => {
    const sentResponse = await courtly.visitor().post('/api/player-applications').send({
      fullName: 'Nadia Lob',
      email: 'nadia@example.test',
      city: 'Tucson',
      skillLevel: 'Advanced',
      whyJoin: 'I would like to play every week.',
      agreeToTerms: true,
    });
    expect(sentResponse.status).toBe(201);
    const [application] = await eventually('the application is listed', async () => {
      const openApplications = await get<{ id: string }[]>('/api/admin/player-applications');
      return openApplications.length > 0 && openApplications;
    });
    const [noted] = await personalDataReads('');
    expect(noted).toMatchObject({ data: { what: 'application', of: [application!.id] } });
    expect(noted!.people).toEqual([{ id: application!.id, name: 'Nadia Lob' }]);
    const pastInstant = new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS).toISOString();
    const asOf = { kind: 'application', id: application!.id, at: pastInstant };
    expect(await get('/api/admin/audit/as-of', asOf)).toMatchObject({
      state: { fullName: 'Nadia Lob' },
    });
    const [applied] = await get<AuditEntry[]>('/api/admin/audit/timeline', {
      kind: 'application',
      id: application!.id,
    });
    expect(applied).toMatchObject({ type: 'PlayerApplied', actor: { name: 'a visitor' } });
  });

  it('is recorded for admin pages', async () => {
    const { id, email } = playerFields!.user;
    await get('/api/admin/users', { search: email });
    await get(`/api/admin/users/${id}`);
    await get('/api/admin/disputes');
    const ofLists = await personalDataReads('', 'entry');
    const readsOf = (subjectName: string) =>
      ofLists.filter(({ data }) => data['what'] === subjectName).map(({ data }) => data['of']);
    expect(readsOf('account')).toEqual([[id]]);
    expect(readsOf('entry')).toEqual([[id, opponent!.user.id]]);
    expect((await personalDataReads(id)).map(({ data }) => [data['what'], data['of']])).toEqual([
      ['account', [id]],
    ]);
  });

  it("is not recorded for an admin's own account", async () => {
    await get('/api/admin/audit/timeline', { kind: 'user', id: admin!.user.id });
    await get('/api/admin/audit/timeline', { kind: 'user', id: playerFields!.user.id });
    await personalDataReads(`user ${playerFields!.user.id}`);
    const personalReads = await search({ type: 'PersonalDataRead', limit: 100 });
    const opened = await Promise.all(
      personalReads.map(({ id }) => get<AuditedEvent>(`/api/admin/audit/events/${id}`)),
    );
    expect(opened.map(({ data }) => data['about'])).not.toContain(`user ${admin!.user.id}`);
  });
});

it('after an erasure, the audit still shows what happened, but no erased texts', async () => {
  await courtly.app.get(VaultKeys).eraseKey(opponent!.user.id, new Date().toISOString());
  const [entry] = (
    await get<AuditEntry[]>('/api/admin/audit/timeline', { kind: 'match', id: match.id })
  ).slice(-1);
  expect(entry).toMatchObject({ type: 'MatchDisputed', reason: null });
  const registered = await get<AuditEntry[]>('/api/admin/audit/timeline', {
    kind: 'user',
    id: opponent!.user.id,
  });
  expect(registered[0]!.changes).toContainEqual({
    field: 'firstName',
    before: null,
    after: 'Former',
  });
  const [first] = await read({ type: 'UserRegistered', person: opponent!.user.id });
  const opened = await get<AuditedEvent>(`/api/admin/audit/events/${first!.id}`);
  expect(opened.data).toMatchObject({ email: '', firstName: 'Former', lastName: 'member' });
  const pastInstant = new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS).toISOString();
  expect(
    await get('/api/admin/audit/as-of', { kind: 'user', id: opponent!.user.id, at: pastInstant }),
  ).toMatchObject({
    state: { username: 'former member' },
  });
});
