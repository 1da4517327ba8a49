import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RankingsTab } from '@courtly/contracts/rankings';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import type { Member } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { sights } from '../../../testing/sights.js';
import { type MemberRole, memberRoles } from '../../../testing/marked-club.js';
import { type WholeClub, startWholeClub } from '../../../testing/whole-club.js';

type RouteName = keyof typeof routes;
type Caller = 'visitor' | MemberRole;

const callers: readonly Caller[] = ['visitor', ...memberRoles];
const memberRoutes = (Object.entries(routes) as [RouteName, Route][]).filter(
  ([, { method, access }]) => method === 'GET' && access !== 'admin',
);

let club: WholeClub;
/** The findings of each row, such as `visitor: host.id`, and the fields that contained them. */
const found = new Map<string, Map<string, Set<string>>>();

/** The rows for which anyone received a successful response. */
const answered = new Set<string>();

/** A route for the pages of players has one row for each player. */
const rowsOf = ([name, { path }]: [RouteName, Route]): string[] =>
  path.includes(':playerId') ? memberRoles.map((role) => `${name} of ${role}`) : [name];

/** Every key and every value, with its path. */
function* textsIn(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value !== 'object' || value === null) {
    if (value !== null && value !== undefined) yield [path, String(value)];
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const itemPath = Array.isArray(value) ? `${path}[]` : `${path}.${key}`;
    if (!Array.isArray(value)) yield [itemPath, key];
    yield* textsIn(item, itemPath);
  }
}

/** The text, followed by the content of the cursors and tokens in it. */
const decoded = (text: string): string =>
  [
    text,
    ...(text.match(/[\w-]{16,}/g) ?? []).map((part) => Buffer.from(part, 'base64url').toString()),
  ].join('\n');

/** Most texts, such as names of fields, are in many responses. */
const markersByText = new Map<string, readonly string[]>();

const markersIn = (text: string): readonly string[] => {
  const existing = markersByText.get(text);
  if (existing) return existing;
  const readable = decoded(text);
  const markers = Object.keys(club.markers).filter((marker) =>
    club.markers[marker]!.some((value) => readable.includes(value)),
  );
  markersByText.set(text, markers);
  return markers;
};

const recordFindings = (row: string, caller: Caller, response: unknown) => {
  const findings = found.get(row) ?? new Map<string, Set<string>>();
  found.set(row, findings);
  for (const [path, text] of textsIn(response))
    for (const marker of markersIn(text)) {
      if (marker.startsWith(`${caller}.`)) continue;
      const finding = `${caller}: ${marker}`;
      findings.set(finding, (findings.get(finding) ?? new Set()).add(path));
    }
};

/** The paths of a row for everything in the club. */
const pathsOf = (path: string, player: Member | undefined): string[] => {
  const values: Record<string, readonly string[]> = {
    courtId: club.courtIds,
    bookingId: club.bookingIds,
    matchId: club.matchIds,
    playerId: player ? [player.user.id] : [],
    date: club.dates,
    paper: ['terms'],
    provider: ['google'],
    token: club.tokens,
    // Pictures and photos contain no text.
    userId: [],
    file: [],
  };
  const [parameter, name] = /:(\w+)/.exec(path) ?? [];
  return parameter
    ? values[name!]!.flatMap((value) => pathsOf(path.replace(parameter, value), player))
    : [path];
};

/**
 * Values for the required parameters of a query, and a small page size, so that there are cursors.
 */
const queryOf = (name: RouteName, { query }: Route): Record<string, string> => ({
  ...(query && 'limit' in query.shape && { limit: '4' }),
  ...(['ownerClosures', 'freeDays'].includes(name) && {
    from: club.dates[0]!,
    to: club.dates[1]!,
  }),
  ...(name === 'searchDays' && { firstDay: club.dates[0]!, lastDay: club.dates[1]! }),
  ...(name === 'ownReviewMarks' && { courtId: club.courtIds[0]! }),
  ...(name === 'earningsCsv' && { year: club.dates[0]!.slice(0, 4) }),
  ...(name === 'whatIf' && { rate: '120', from: '8', to: '20', days: 'monday', buffer: '30' }),
});

const walk = async (name: RouteName, route: Route, row: string, caller: Caller) => {
  const agent = caller === 'visitor' ? club.courtly.visitor() : club.members[caller].agent;
  const [, player] = row.split(' of ') as [string, MemberRole?];
  const tabs = name === 'listRankings' ? RankingsTab.options : [undefined];
  for (const tab of tabs)
    for (const path of pathsOf(route.path, player && club.members[player])) {
      const query = new URLSearchParams({ ...queryOf(name, route), ...(tab && { tab }) });
      for (let page: string | undefined = `${path}?${query}`; page;) {
        const response = await agent.get(page);
        const isFailure = [400, 429].includes(response.status) || response.status >= 500;
        expect([page, isFailure && response.status]).toEqual([page, false]);
        if (response.ok) answered.add(row);
        const {
          'set-cookie': _,
          link = '',
          ...headers
        } = response.headers as Record<string, string>;
        const body: unknown = route.kind === 'text' ? response.text : response.body;
        recordFindings(row, caller, { headers, cursor: link.replace(path, ''), body });
        page = nextPageUrl(response);
      }
    }
};

beforeAll(async () => {
  club = await startWholeClub();
  for (const [name, route] of memberRoutes)
    for (const row of rowsOf([name, route]))
      for (const caller of callers)
        if (route.kind === 'stream') {
          recordFindings(row, caller, club.streams[caller]);
          if (club.streams[caller]) answered.add(row);
        } else await walk(name, route, row, caller);
});
afterAll(() => club?.stop());

/** The findings that the table declares, such as `visitor: host.id`. */
const declared = (row: string): string[] =>
  Object.entries(sights[row] ?? {}).flatMap(([sees, markers]) =>
    callers
      .filter(
        (caller) =>
          caller === sees || sees === 'everyone' || (sees === 'members' && caller !== 'visitor'),
      )
      .flatMap((caller) =>
        markers
          .split(' ')
          .filter((marker) => !marker.startsWith(`${caller}.`))
          .map((marker) => `${caller}: ${marker}`),
      ),
  );

it('has a row only for routes of members', () => {
  const rows = memberRoutes.flatMap(rowsOf);
  expect(Object.keys(sights).filter((row) => !rows.includes(row))).toEqual([]);
});

it('gets a response from every route except pictures, photos, and the return from a provider', () => {
  const unanswered = memberRoutes.flatMap(rowsOf).filter((row) => !answered.has(row));
  expect(unanswered).toEqual(['showPicture', 'providerCallback', 'showPhoto']);
});

it.each(memberRoutes.flatMap(rowsOf))(
  '%s shows each person only what the table declares about other people',
  (row) => {
    const findings = found.get(row) ?? new Map<string, Set<string>>();
    const undeclared = [...findings].filter(([finding]) => !declared(row).includes(finding));
    expect(undeclared.map(([finding, paths]) => [finding, ...paths].join(' '))).toEqual([]);
    // A declaration that nothing uses would hide a later leak.
    expect(declared(row).filter((finding) => !findings.has(finding))).toEqual([]);
  },
);
