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
  | 'cancelled early'
  | 'cancelled late'
  | 'declined'
  | 'cancelled by host'
  | 'closed'
  | 'unanswered';

/** A user's or the clock's effect on a booking or court. `booking` is its name within the plan. */
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
const hours = [8, 17, 9, 18, 10, 16] as const;
const pastFates: readonly Fate[] = [
  'completed',
  'completed',
  'completed',
  'cancelled early',
  'completed',
  'declined',
  'completed',
  'cancelled late',
  'unanswered',
  'completed',
  'cancelled by host',
];
const comingFates: readonly Fate[] = [
  'pending',
  'confirmed',
  'pending',
  'confirmed',
  'cancelled early',
  'pending',
  'confirmed',
];
const notes = [
  '',
  'We bring our own balls.',
  '',
  'First time on this surface, looking forward to it.',
  '',
];

const players = demoPeople.filter(({ kind }) => kind === 'player');
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
/** Players take turns; an invited player replaces one who may not book. */
const playerOf = ({ courtAccess, invited }: DemoCourt, index: number): DemoPerson => {
  const mayBook = ({ username }: DemoPerson) =>
    courtAccess !== 'invite' || invited.includes(username);
  const next = pick(players, index);
  return mayBook(next) ? next : pick(players.filter(mayBook), index);
};
const instant = (ms: number) => new Date(ms).toISOString();

/** Instant bookings leave the host nothing to decide. */
const possibleFate = (fate: Fate, { instantBook }: DemoCourt): Fate =>
  !instantBook
    ? fate
    : fate === 'pending'
      ? 'confirmed'
      : fate === 'declined' || fate === 'unanswered'
        ? 'completed'
        : fate;

/** One per day, so that bookings never collide: lately daily, earlier every second day. */
const pastRequests = Array.from({ length: PAST }, (_, index): HourRequest => {
  const court = pick(demoCourts, index);
  const fate = possibleFate(index === 13 ? 'closed' : pick(pastFates, index), court);
  const demoPlayer = playerOf(court, index * 5 + Math.floor(index / 8));
  return {
    court,
    player: demoPlayer,
    day: -3 - index - Math.max(0, index - BUSY_DAYS),
    hour: pick(hours, index),
    requestedMs: (2 + (index % 5)) * 24 * HOUR_MS,
    fate,
  };
});

const freelyBooked = demoCourts.filter(({ courtAccess }) => courtAccess === 'public');
const recentPlayers = ['yuki', 'imani', 'rosa', 'yuki', 'finn', 'imani', 'yuki', 'rosa', 'imani'];

/** Noon hours of the last two weeks, left for visitors of the demo to review and log. */
const recentRequests = recentPlayers.map((username, index): HourRequest => ({
  court: pick(freelyBooked, index * 5 + 1),
  player: players.find((candidate) => candidate.username === username)!,
  day: -3 - index,
  hour: 12,
  requestedMs: 30 * HOUR_MS,
  fate: 'completed',
}));

/** Two per player on different days, requested within the last hours so that hosts can respond. */
const upcomingRequests = Array.from({ length: COMING }, (_, index): HourRequest => {
  const court = pick(demoCourts, index * 7 + 2);
  const fate = possibleFate(pick(comingFates, index), court);
  return {
    court,
    player: playerOf(court, index),
    day: 1 + Math.floor(index / 2),
    hour: pick(hours, index),
    requestedMs: 0,
    fate,
  };
});

const slotOf = (court: DemoCourt, nowMs: number, dayOffset: number, hourOfDay: number) => {
  const { start, end } = localHours(
    court.zone,
    addDays(localDate(court.zone, nowMs), dayOffset),
  ).find((localHour) => localHour.hour === hourOfDay)!;
  return { startTime: start, endTime: end };
};

const actsOf = (
  { court, player: { username: player }, day, hour, requestedMs, fate }: HourRequest,
  index: number,
  nowMs: number,
) => {
  const time = slotOf(court, nowMs, day, hour);
  const [startMs, endMs] = [Date.parse(time.startTime), Date.parse(time.endTime)];
  const asked = day > 0 ? nowMs - (2 + index / 4) * HOUR_MS : startMs - requestedMs;
  const answeredMs = asked + 30 * MINUTE_MS;
  const actAt = (ms: number) => ({
    at: instant(ms),
    booking: `booking-${day > 0 ? 'coming' : 'past'}-${index + 1}`,
    court,
    ...time,
  });
  const request: Act = { ...actAt(asked), act: 'request', player, notes: pick(notes, index) };
  const approve: Act[] = court.instantBook ? [] : [{ ...actAt(answeredMs), act: 'approve' }];
  const later = answeredMs + 40 * MINUTE_MS;
  const demoActs: Record<Fate, Act[]> = {
    pending: [],
    confirmed: approve,
    completed: [...approve, { ...actAt(endMs), act: 'complete' }],
    'cancelled early': [...approve, { ...actAt(later), act: 'cancel as player', player }],
    'cancelled late': [
      ...approve,
      { ...actAt(startMs - 3 * HOUR_MS), act: 'cancel as player', player },
    ],
    declined: [{ ...actAt(answeredMs), act: 'decline' }],
    'cancelled by host': [...approve, { ...actAt(later), act: 'cancel as host' }],
    closed: [
      ...approve,
      { ...actAt(later), act: 'close', reason: 'Resurfacing', cancelBookings: true },
    ],
    unanswered: [{ ...actAt(asked + 24 * HOUR_MS), act: 'expire' }],
  };
  return [request, ...demoActs[fate]];
};

const closures = (nowMs: number): Act[] =>
  [
    { index: 0, day: 3, from: 12, to: 13, reason: 'Net and line replacement' },
    { index: 5, day: 5, from: 19, to: 20, reason: 'Family evening' },
    { index: 8, day: 9, from: 12, to: 14, reason: 'Clay is rolled' },
  ].map(({ index, day, from, to, reason }) => {
    const court = demoCourts[index]!;
    const { startTime } = slotOf(court, nowMs, day, from);
    const { endTime } = slotOf(court, nowMs, day, to);
    return {
      at: instant(nowMs - HOUR_MS),
      booking: `closure-${index}`,
      court,
      startTime,
      endTime,
      act: 'close',
      reason,
      cancelBookings: false,
    };
  });

/**
 * Everything that happened to the demo's bookings until `now` (milliseconds). Depends only on
 * `now`.
 */
export const planSeed = (nowMs: number): Act[] =>
  [
    ...pastRequests.flatMap((slotRequest, index) => actsOf(slotRequest, index, nowMs)),
    ...recentRequests.flatMap((slotRequest, index) => actsOf(slotRequest, PAST + index, nowMs)),
    ...upcomingRequests.flatMap((slotRequest, index) => actsOf(slotRequest, index, nowMs)),
    ...closures(nowMs),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
