import {
  addDays,
  DAY_MS,
  HOUR_MS,
  localDate,
  localHours,
  MINUTE_MS,
  weekday,
} from '@courtly/backend/platform/kernel/local-time';
import { type ClubCourt, clubCourts } from './club-courts.js';
import { CLUB_DAYS, type Member, members } from './members.js';
import { type Random, randomFrom } from './random.js';
import { courtReviews, hostComments } from './reviews.js';

export type Fate =
  | 'pending'
  | 'confirmed'
  | 'completed'
  | 'canceled early'
  | 'canceled late'
  | 'declined'
  | 'canceled by host'
  | 'unanswered'
  | 'no-show';

/** A match from the side of the player who booked. `partner` is null in singles. */
export type PlannedMatch = {
  partner: Member | null;
  opponents: readonly Member[];
  sets: readonly Readonly<{ player1: number; player2: number }>[];
  answer: 'confirmed' | 'disputed' | 'none';
};

export type PlannedReview = Readonly<{
  stars: number;
  text: string;
  hostStars: number;
  hostText: string;
}>;

/** An hour that a member requested. Times are UTC. */
export type Hour = {
  readonly name: string;
  readonly court: ClubCourt;
  readonly player: Member;
  readonly startTime: string;
  readonly endTime: string;
  readonly requestedAt: string;
  readonly answeredAt: string;
  readonly notes: string;
  fate: Fate;
  match: PlannedMatch | null;
  review: PlannedReview | null;
};

export const SINGLES = 600;
export const DOUBLES = 200;
/**
 * The number of past and upcoming days on which prime hours are as full as the court's `demand`
 * says.
 */
const BUSY_PAST = 14;
const BUSY_FUTURE = 10;
const MOST_OPEN = 3;
const MOST_PER_COURT_DAY = 2;
/** All matches that are at least this many days old have a response. */
const SETTLED_DAYS = 2;
const notes = [
  '',
  '',
  "We'll bring our own balls.",
  '',
  'First time here, looking forward to it.',
  '',
];

/** The hours in highest demand: weekday evenings and weekend mornings. */
export const primeHours = (date: string): readonly number[] =>
  weekday(date) >= 5 ? [8, 9, 10, 11] : [17, 18, 19];

/** The share of a court's demand that is booked so far. Days further ahead have fewer bookings. */
const bookedBy = (day: number): number => (day <= 1 ? 1 : day <= 4 ? 0.85 : day <= 7 ? 0.5 : 0.25);

const formOf = (username: string, daysAgo: number): number => {
  if (username === 'rosa') return daysAgo > 200 ? 0 : daysAgo > 75 ? -1.1 : 0.7;
  if (username === 'theo') return daysAgo < 60 ? 0.5 : 0;
  return 0;
};

/** These players have a streak. All others win and lose by level. */
const streaks = [
  { username: 'theo', matches: 9, wins: true },
  { username: 'lars', matches: 9, wins: false },
] as const;
/** Two players who play almost only each other, which raises a rating flag. */
const pair = ['caleb', 'anders'] as const;

const memberNamed = (username: string): Member =>
  members.find(({ person }) => person.username === username)!;

const setOf = (random: Random, share: number) => {
  let [own, others] = [0, 0];
  const isOver = () =>
    (Math.max(own, others) >= 6 && Math.abs(own - others) >= 2) || Math.max(own, others) === 7;
  while (!isOver()) {
    if (random.chance(share)) own += 1;
    else others += 1;
  }
  return { player1: own, player2: others };
};

const setsOf = (random: Random, ahead: number): PlannedMatch['sets'] => {
  const share = 1 / (1 + Math.exp(-0.55 * ahead));
  const sets = [setOf(random, share), setOf(random, share)];
  const won = sets.filter(({ player1, player2 }) => player1 > player2).length;
  return won === 1 ? [...sets, setOf(random, share)] : sets;
};

export const isWon = (sets: PlannedMatch['sets']): boolean =>
  2 * sets.filter(({ player1, player2 }) => player1 > player2).length > sets.length;

const mirrored = (sets: PlannedMatch['sets']): PlannedMatch['sets'] =>
  sets.map(({ player1, player2 }) => ({ player1: player2, player2: player1 }));

/**
 * All bookings and matches of the club until `nowMs`, which is a full hour. Depends only on
 * `nowMs`.
 */
export const planHours = (nowMs: number): Hour[] => {
  const random = randomFrom(42);
  const hours: Hour[] = [];
  const taken = new Set<string>();
  const busy = new Set<string>();
  const perCourtDay = new Map<string, number>();
  const open = new Map<string, number>();

  const isFree = ({ person: { username } }: Member, startTime: string) =>
    !busy.has(`${username} ${startTime}`);
  const hadJoined = ({ joinedDaysAgo }: Member, startMs: number) =>
    startMs - (nowMs - joinedDaysAgo * DAY_MS) > 11 * DAY_MS;
  const mayBook = ({ courtAccess, invited }: ClubCourt, member: Member) =>
    courtAccess === 'invite'
      ? invited.includes(member.person.username)
      : courtAccess === 'public' || member.founderDaysAgo !== null;

  const slotOf = (court: ClubCourt, day: number, hour: number) =>
    localHours(court.zone, addDays(localDate(court.zone, nowMs), day)).find(
      (localHour) => localHour.hour === hour,
    );

  const isBookable = (court: ClubCourt, member: Member, startTime: string) => {
    const startMs = Date.parse(startTime);
    const { username } = member.person;
    const courtDay = `${court.key} ${localDate(court.zone, startMs)} ${username}`;
    const isElite =
      member.founderDaysAgo !== null &&
      startMs > nowMs - member.founderDaysAgo * DAY_MS + 15 * DAY_MS;
    return (
      isFree(member, startTime) &&
      hadJoined(member, startMs) &&
      mayBook(court, member) &&
      (court.courtAccess !== 'elite' || isElite) &&
      (perCourtDay.get(courtDay) ?? 0) < MOST_PER_COURT_DAY &&
      (startMs < nowMs || (open.get(username) ?? 0) < MOST_OPEN)
    );
  };

  const book = (
    court: ClubCourt,
    member: Member,
    { start: startTime, end: endTime }: Readonly<{ start: string; end: string }>,
    fate: Fate,
    requestedMs: number,
  ): Hour => {
    const { username } = member.person;
    const startMs = Date.parse(startTime);
    const courtDay = `${court.key} ${localDate(court.zone, startMs)} ${username}`;
    taken.add(`${court.key} ${startTime}`);
    busy.add(`${username} ${startTime}`);
    perCourtDay.set(courtDay, (perCourtDay.get(courtDay) ?? 0) + 1);
    if (startMs > nowMs) open.set(username, (open.get(username) ?? 0) + 1);
    const answeredMs = Math.min(
      requestedMs + random.whole(8, 150) * MINUTE_MS,
      startMs - 90 * MINUTE_MS,
    );
    const hour: Hour = {
      name: `${court.key} ${startTime}`,
      court,
      player: member,
      startTime,
      endTime,
      requestedAt: new Date(requestedMs).toISOString(),
      answeredAt: new Date(answeredMs).toISOString(),
      notes: random.pick(notes),
      fate,
      match: null,
      review: null,
    };
    hours.push(hour);
    return hour;
  };

  const locals = (court: ClubCourt) => members.filter(({ region }) => region === court.region);
  const findPlayer = (
    court: ClubCourt,
    startTime: string,
    from: readonly Member[],
  ): Member | null => {
    for (let tries = 0; tries < 40; tries += 1) {
      const candidate = random.pick(from);
      if (isBookable(court, candidate, startTime)) return candidate;
    }
    return null;
  };

  // A morning of requests that await Hana's response, and hours of the users with demo logins.
  const [camelback] = clubCourts;
  const waiting = ['pavel', 'gwen', 'tobias', 'odette'].map((username) =>
    memberNamed(username).region === 'phoenix' ? memberNamed(username) : null,
  );
  const phoenix = locals(camelback!);
  for (const [index, hourOfDay] of [8, 9, 10, 11].entries()) {
    const slot = slotOf(camelback!, 2, hourOfDay)!;
    const player = (index === 0 && waiting[0]) || findPlayer(camelback!, slot.start, phoenix);
    if (player) book(camelback!, player, slot, 'pending', nowMs - (20 + 45 * index) * MINUTE_MS);
  }
  const forced: readonly (readonly [string, string, number, number])[] = [
    ['pavel', 'court-4', 1, 18],
    ['pavel', 'desert-willow', 4, 17],
    ['imani', 'court-2', 1, 17],
    ['imani', 'mcdowell', 5, 18],
  ];
  for (const [username, key, day, hourOfDay] of forced) {
    const court = clubCourts.find((candidate) => candidate.key === key)!;
    const slot = slotOf(court, day, hourOfDay)!;
    book(court, memberNamed(username), slot, 'confirmed', nowMs - (1 + day) * 9 * HOUR_MS);
  }

  for (const court of clubCourts)
    for (let day = -BUSY_PAST; day <= BUSY_FUTURE; day += 1)
      for (const hourOfDay of primeHours(addDays(localDate(court.zone, nowMs), day))) {
        const slot = slotOf(court, day, hourOfDay);
        if (!slot || taken.has(`${court.key} ${slot.start}`)) continue;
        if (!random.chance(court.demand * bookedBy(day))) continue;
        const player = findPlayer(court, slot.start, locals(court));
        if (!player) continue;
        const startMs = Date.parse(slot.start);
        const noticeMs = random.whole(5, 9 * 24) * HOUR_MS + random.whole(0, 59) * MINUTE_MS;
        const isAhead = startMs > nowMs;
        const requestedMs = isAhead
          ? Math.min(nowMs - random.whole(25, 70 * 60) * MINUTE_MS, startMs - 4 * HOUR_MS)
          : startMs - noticeMs;
        const earliest = startMs - 10 * DAY_MS;
        const luck = random.next();
        const fate: Fate = isAhead
          ? luck < 0.12 &&
            nowMs - requestedMs < 6 * HOUR_MS &&
            startMs - nowMs > 12 * HOUR_MS &&
            !court.instantBook
            ? 'pending'
            : 'confirmed'
          : Date.parse(slot.end) > nowMs
            ? 'confirmed'
            : luck < 0.05
              ? 'canceled early'
              : luck < 0.08
                ? 'canceled late'
                : luck < 0.11 && !court.instantBook
                  ? 'declined'
                  : luck < 0.125
                    ? 'canceled by host'
                    : luck < 0.145 && !court.instantBook && noticeMs > 30 * HOUR_MS
                      ? 'unanswered'
                      : 'completed';
        book(court, player, slot, fate, Math.max(requestedMs, earliest));
      }

  // Adds matches, first in the busy weeks, and then in the months before, in which the club grew.
  const counts = { singles: 0, doubles: 0 };
  const others = (court: ClubCourt, hour: Hour, count: number): Member[] | null => {
    const { player, startTime } = hour;
    const found: Member[] = [];
    if (pair.includes(player.person.username as (typeof pair)[number]) && count === 1) {
      const other = memberNamed(pair.find((username) => username !== player.person.username)!);
      return isFree(other, startTime) && random.chance(0.9) ? [other] : null;
    }
    const near = locals(court).filter(
      (member) =>
        member.isCompetitor &&
        !pair.includes(member.person.username as (typeof pair)[number]) &&
        Math.abs(member.level - player.level) < 1.1,
    );
    for (let tries = 0; tries < 30 && found.length < count; tries += 1) {
      const candidate = random.pick(near);
      if (
        candidate &&
        candidate !== player &&
        !found.includes(candidate) &&
        isFree(candidate, startTime) &&
        hadJoined(candidate, Date.parse(startTime))
      )
        found.push(candidate);
    }
    return found.length === count ? found : null;
  };
  const addMatch = (hour: Hour): boolean => {
    const isDoubles =
      counts.doubles < DOUBLES && (counts.singles >= SINGLES || random.chance(0.25));
    if (!isDoubles && counts.singles >= SINGLES) return false;
    const found = others(hour.court, hour, isDoubles ? 3 : 1);
    if (!found) return false;
    counts[isDoubles ? 'doubles' : 'singles'] += 1;
    const [partner, opponents] = isDoubles ? [found[0]!, found.slice(1)] : [null, found];
    for (const member of found) busy.add(`${member.person.username} ${hour.startTime}`);
    hour.match = { partner, opponents, sets: [], answer: 'confirmed' };
    return true;
  };
  for (const hour of [...hours].filter(
    ({ fate, player }) => fate === 'completed' && player.isCompetitor,
  ))
    if (Date.parse(hour.endTime) < nowMs - 3 * HOUR_MS && random.chance(0.6)) addMatch(hour);
  const competitors = members.filter(({ isCompetitor }) => isCompetitor);
  for (
    let tries = 0;
    tries < 20_000 && counts.singles + counts.doubles < SINGLES + DOUBLES;
    tries += 1
  ) {
    const player = random.pick(competitors);
    const day = -(BUSY_PAST + 1 + Math.floor((CLUB_DAYS - 40) * random.next() ** 2.2));
    const court = random.pick(clubCourts);
    if (court.region !== player.region || court.listedDaysAgo < 10 - day) continue;
    const slot = slotOf(court, day, random.pick([8, 9, 10, 16, 17, 18, 19]));
    if (!slot || taken.has(`${court.key} ${slot.start}`)) continue;
    if (!isBookable(court, player, slot.start)) continue;
    const startMs = Date.parse(slot.start);
    const hour = book(court, player, slot, 'completed', startMs - random.whole(26, 200) * HOUR_MS);
    if (addMatch(hour)) continue;
    // If no one is free to play, the hour is not booked.
    hours.pop();
    taken.delete(`${court.key} ${slot.start}`);
    busy.delete(`${player.person.username} ${slot.start}`);
  }

  hours.sort((left, right) =>
    left.startTime < right.startTime ? -1 : left.startTime > right.startTime ? 1 : 0,
  );
  playMatches(hours, nowMs, random);
  writeReviews(hours, nowMs, random);
  const noShow = hours.findLast(
    ({ fate, match, court, endTime }) =>
      fate === 'completed' &&
      !match &&
      court.host === 'marcus' &&
      Date.parse(endTime) < nowMs - 2 * HOUR_MS,
  )!;
  noShow.fate = 'no-show';
  noShow.review = null;
  return hours;
};

/** Fills in the results in the order of play. */
const playMatches = (hours: readonly Hour[], nowMs: number, random: Random): void => {
  const played = hours.filter(({ match }) => match);
  for (const { player, startTime, match } of played) {
    const { partner, opponents } = match!;
    const daysAgo = (nowMs - Date.parse(startTime)) / DAY_MS;
    const strength = (side: readonly Member[]) =>
      side.reduce((sum, { level, person }) => sum + level + formOf(person.username, daysAgo), 0) /
      side.length;
    const own = partner ? [player, partner] : [player];
    match!.sets = setsOf(random, strength(own) - strength(opponents));
    if (daysAgo < SETTLED_DAYS && random.chance(0.3)) match!.answer = 'none';
  }
  for (const { username, matches, wins } of streaks) {
    const singles = played.filter(
      ({ player, match }) =>
        match!.partner === null &&
        [player, ...match!.opponents].some(({ person }) => person.username === username),
    );
    for (const { player, match } of singles.slice(-matches))
      if (isWon(match!.sets) !== (wins === (player.person.username === username)))
        match!.sets = mirrored(match!.sets);
  }
  const disputable = played.filter(
    ({ startTime, match }) => match!.partner === null && Date.parse(startTime) < nowMs - 3 * DAY_MS,
  );
  for (const { match } of disputable.slice(-9).filter((_, index) => index % 6 === 0))
    match!.answer = 'disputed';
};

/** Gives each court its share of the texts. A fifth of the remaining hours get only stars. */
const writeReviews = (hours: readonly Hour[], nowMs: number, random: Random): void => {
  const played = hours.filter(
    ({ fate, endTime }) => fate === 'completed' && Date.parse(endTime) < nowMs - 2 * DAY_MS,
  );
  const byCourt = [...Map.groupBy(played, ({ court }) => court.key).values()].map((own) =>
    own.toReversed(),
  );
  const texts = [...courtReviews];
  for (let round = 0; texts.length > 0 && round < 40; round += 1)
    for (const own of byCourt) {
      const hour = own[round * 2];
      if (!hour || texts.length === 0) continue;
      const [stars, text] = texts.pop()!;
      const [hostStars, hostText] = random.pick(hostComments);
      hour.review = { stars, text, hostStars, hostText };
    }
  for (const hour of played)
    if (!hour.review && random.chance(0.2))
      hour.review = { stars: random.pick([4, 5, 5]), text: '', hostStars: 5, hostText: '' };
};
