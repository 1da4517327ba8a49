import {
  addDays,
  HOUR_MS,
  localDate,
  localHours,
  MINUTE_MS,
} from '@courtly/backend/platform/kernel/local-time';
import type { DemoCourt } from './court-rows.js';
import { demoCourts } from './courts.js';
import { type DemoPerson, demoPeople } from './people.js';

type Fate =
  | 'pending'
  | 'confirmed'
  | 'completed'
  | 'canceled early'
  | 'canceled late'
  | 'declined'
  | 'canceled by host'
  | 'closed'
  | 'unanswered';

/** What a user or the clock does to a booking or a court. `booking` is its name within the plan. */
export type Act = Readonly<{
  at: string;
  booking: string;
  court: DemoCourt;
  startTime: string;
  endTime: string;
}> &
  Readonly<
    | { act: 'request'; player: string; notes: string }
    | { act: 'approve' | 'decline' | 'cancel as host' | 'expire' | 'complete' }
    | { act: 'cancel as player'; player: string }
    | { act: 'close'; reason: string; cancelBookings: boolean }
  >;

type HourRequest = Readonly<{
  court: DemoCourt;
  player: DemoPerson;
  day: number;
  hour: number;
  requestedMs: number;
  fate: Fate;
}>;

const PAST = 110;
const BUSY_DAYS = 40;
const COMING = 16;
const hoursOfDay = [8, 17, 9, 18, 10, 16] as const;
const pastFates: readonly Fate[] = [
  'completed',
  'completed',
  'completed',
  'canceled early',
  'completed',
  'declined',
  'completed',
  'canceled late',
  'unanswered',
  'completed',
  'canceled by host',
];
const comingFates: readonly Fate[] = [
  'pending',
  'confirmed',
  'pending',
  'confirmed',
  'canceled early',
  'pending',
  'confirmed',
];
const bookingNotes = [
  '',
  "We'll bring our own balls.",
  '',
  'First time on this surface, looking forward to it.',
  '',
];

const players = demoPeople.filter(({ kind }) => kind === 'player');
const pickCyclic = <T>(candidates: readonly T[], position: number): T =>
  candidates[position % candidates.length]!;
/**
 * Players take turns. If one cannot book an invite-only court, an invited player takes their place.
 */
const playerOf = ({ courtAccess, invited }: DemoCourt, position: number): DemoPerson => {
  const mayBook = ({ username }: DemoPerson) =>
    courtAccess !== 'invite' || invited.includes(username);
  const nextPlayer = pickCyclic(players, position);
  return mayBook(nextPlayer) ? nextPlayer : pickCyclic(players.filter(mayBook), position);
};
const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Instant bookings leave the host nothing to decide, so some fates are impossible. */
const possibleFate = (bookingFate: Fate, { instantBook }: DemoCourt): Fate =>
  !instantBook
    ? bookingFate
    : bookingFate === 'pending'
      ? 'confirmed'
      : bookingFate === 'declined' || bookingFate === 'unanswered'
        ? 'completed'
        : bookingFate;

/**
 * At most one per day, so that bookings never collide: daily in recent weeks, and every second day
 * before.
 */
const pastRequests = Array.from({ length: PAST }, (_, position): HourRequest => {
  const demoCourt = pickCyclic(demoCourts, position);
  const bookingFate = possibleFate(
    position === 13 ? 'closed' : pickCyclic(pastFates, position),
    demoCourt,
  );
  const demoPlayer = playerOf(demoCourt, position * 5 + Math.floor(position / 8));
  return {
    court: demoCourt,
    player: demoPlayer,
    day: -3 - position - Math.max(0, position - BUSY_DAYS),
    hour: pickCyclic(hoursOfDay, position),
    requestedMs: (2 + (position % 5)) * 24 * HOUR_MS,
    fate: bookingFate,
  };
});

const openTennisCourts = demoCourts.filter(
  ({ courtAccess, sports }) => courtAccess === 'public' && sports[0] === 'tennis',
);
const recentPlayers = {
  12: ['yuki', 'imani', 'rosa', 'yuki', 'finn', 'imani', 'yuki', 'rosa', 'imani'],
  13: ['grace', 'finn', 'grace', 'finn', 'grace', 'finn'],
};

/**
 * Hours of the last two weeks, which are left for visitors of the demo to review and log. Finn and
 * Grace have enough of them for a rank.
 */
const recentRequests = Object.entries(recentPlayers).flatMap(([hour, usernames]) =>
  usernames.map((username, position): HourRequest => ({
    court: pickCyclic(openTennisCourts, position * 5 + 1),
    player: players.find((candidate) => candidate.username === username)!,
    day: -3 - position,
    hour: Number(hour),
    requestedMs: 30 * HOUR_MS,
    fate: 'completed',
  })),
);

/**
 * Two per player, on different days. They were requested within the last few hours, so that hosts
 * can still respond.
 */
const upcomingRequests = Array.from({ length: COMING }, (_, position): HourRequest => {
  const demoCourt = pickCyclic(demoCourts, position * 7 + 2);
  const bookingFate = possibleFate(pickCyclic(comingFates, position), demoCourt);
  return {
    court: demoCourt,
    player: playerOf(demoCourt, position),
    day: 1 + Math.floor(position / 2),
    hour: pickCyclic(hoursOfDay, position),
    requestedMs: 0,
    fate: bookingFate,
  };
});

const slotOf = (demoCourt: DemoCourt, nowMs: number, dayOffset: number, hourOfDay: number) => {
  const { start, end } = localHours(
    demoCourt.zone,
    addDays(localDate(demoCourt.zone, nowMs), dayOffset),
  ).find((localHour) => localHour.hour === hourOfDay)!;
  return { startTime: start, endTime: end };
};

const actsOf = (
  {
    court: demoCourt,
    player: { username: playerEntry },
    day,
    hour,
    requestedMs,
    fate: bookingFate,
  }: HourRequest,
  position: number,
  nowMs: number,
) => {
  const time = slotOf(demoCourt, nowMs, day, hour);
  const [startMs, endMs] = [Date.parse(time.startTime), Date.parse(time.endTime)];
  const asked = day > 0 ? nowMs - (2 + position / 4) * HOUR_MS : startMs - requestedMs;
  const answeredMs = asked + 30 * MINUTE_MS;
  const actAt = (milliseconds: number) => ({
    at: instant(milliseconds),
    booking: `booking-${day > 0 ? 'coming' : 'past'}-${position + 1}`,
    court: demoCourt,
    ...time,
  });
  const request: Act = {
    ...actAt(asked),
    act: 'request',
    player: playerEntry,
    notes: pickCyclic(bookingNotes, position),
  };
  const approve: Act[] = demoCourt.instantBook ? [] : [{ ...actAt(answeredMs), act: 'approve' }];
  const laterMs = answeredMs + 40 * MINUTE_MS;
  const demoActs: Record<Fate, Act[]> = {
    pending: [],
    confirmed: approve,
    completed: [...approve, { ...actAt(endMs), act: 'complete' }],
    'canceled early': [
      ...approve,
      { ...actAt(laterMs), act: 'cancel as player', player: playerEntry },
    ],
    'canceled late': [
      ...approve,
      { ...actAt(startMs - 3 * HOUR_MS), act: 'cancel as player', player: playerEntry },
    ],
    declined: [{ ...actAt(answeredMs), act: 'decline' }],
    'canceled by host': [...approve, { ...actAt(laterMs), act: 'cancel as host' }],
    closed: [
      ...approve,
      { ...actAt(laterMs), act: 'close', reason: 'Resurfacing', cancelBookings: true },
    ],
    unanswered: [{ ...actAt(asked + 24 * HOUR_MS), act: 'expire' }],
  };
  return [request, ...demoActs[bookingFate]];
};

const closures = (nowMs: number): Act[] =>
  [
    { index: 0, day: 3, from: 12, to: 13, reason: 'Net and line replacement' },
    { index: 5, day: 5, from: 19, to: 20, reason: 'Family evening' },
    { index: 8, day: 9, from: 12, to: 14, reason: 'Clay is rolled' },
  ].map(({ index: position, day, from, to, reason }) => {
    const demoCourt = demoCourts[position]!;
    const { startTime } = slotOf(demoCourt, nowMs, day, from);
    const { endTime } = slotOf(demoCourt, nowMs, day, to);
    return {
      at: instant(nowMs - HOUR_MS),
      booking: `closure-${position}`,
      court: demoCourt,
      startTime,
      endTime,
      act: 'close',
      reason,
      cancelBookings: false,
    };
  });

/**
 * Everything that happens to the demo bookings until `nowMs`. Depends only on `nowMs`.
 */
export const planSeed = (nowMs: number): Act[] =>
  [
    ...pastRequests.flatMap((slotRequest, position) => actsOf(slotRequest, position, nowMs)),
    ...recentRequests.flatMap((slotRequest, position) =>
      actsOf(slotRequest, PAST + position, nowMs),
    ),
    ...upcomingRequests.flatMap((slotRequest, position) => actsOf(slotRequest, position, nowMs)),
    ...closures(nowMs),
  ].sort((leftAct, rightAct) => (leftAct.at < rightAct.at ? -1 : leftAct.at > rightAct.at ? 1 : 0));
