import { describe, expect, it } from '@jest/globals';
import { PageAudience, Role } from '@courtly/contracts/identity';
import { Player, PlayerSections, RankingEntry, RatingReceipt } from '@courtly/contracts/rankings';
import fc from 'fast-check';
import {
  type PageFields,
  type ViewerRelation,
  visibleFields,
} from '../../people/identity/page-privacy.js';
import type { Person } from '../../people/identity/person.js';
import type { DisciplineRow, PlayerRow, Receipt } from './ranking-table.js';
import { entryView, playerPageView, receiptForOutsider, receiptView } from './ranking-views.js';

const relations: ViewerRelation[] = ['self', 'opponent', 'blocked_opponent', 'admin', 'stranger'];
const personWith = (changes: Partial<Person> = {}): Person => ({
  userId: 'nadia',
  email: 'nadia@example.test',
  isEmailProven: true,
  username: 'nadia.username',
  firstName: 'Nadia-first',
  lastName: 'Ferro-last',
  phone: '4805550123',
  homeCity: 'Home City',
  picture: '/picture.webp',
  skillLevel: '4.5',
  surfaces: ['clay'],
  socialTags: ['singles'],
  pageAudience: 'everyone',
  roles: ['player'],
  registeredAt: '2026-05-02T10:00:00.000Z',
  waiver: null,
  suspension: null,
  names: ['nadia.username'],
  ...changes,
});
const rating = {
  figure: 6.2,
  range: [5.6, 6.8],
  lowerBound: 5.6,
  matches: 14,
  provisional: false,
} as const;
const disciplineRow: DisciplineRow = {
  ...rating,
  rank: 1,
  place: 1,
  rankBefore: 2,
  rankBound: 5.6,
  missingOpponents: 0,
  cityRank: null,
  cityPlace: null,
  cityRankBefore: null,
  wins: 9,
  losses: 4,
  draws: 1,
  streak: 3,
  clay: null,
  surfaces: [{ surface: 'clay', ...rating }],
};
const row = {
  sport: 'tennis',
  playerId: 'nadia',
  city: null,
  singles: disciplineRow,
  doubles: disciplineRow,
  wins: 9,
  losses: 4,
  draws: 1,
  streak: 3,
  longestStreak: 5,
  courtsPlayed: 3,
  courts: [{ courtId: 'court', matches: 14 }],
} as unknown as PlayerRow;
const courtNames = new Map([['court', 'Secret Court']]);
const receipt: Receipt = {
  playerId: 'nadia',
  matchId: 'court-20270313-abcdefgh_other',
  playedAt: '2027-03-13T17:00:00.000Z',
  zone: 'America/Phoenix',
  logged: '00000000000000000042',
  courtId: 'court',
  surface: 'clay',
  sport: 'tennis',
  discipline: 'singles',
  result: 'win',
  gamesWon: 6,
  gamesLost: 4,
  partnerId: null,
  opponentIds: ['other'],
  before: { figure: 6.2, uncertainty: 0.6 },
  expected: 0.55,
  actual: 0.6,
  weight: { value: 1, reasons: ['confirmed'] },
  held: false,
  after: { figure: 6.31, uncertainty: 0.57 },
  formula: 'games-share-glicko-1',
};
const pageOf = (person: Person, fields: PageFields): Player =>
  playerPageView(person, row, {
    fields,
    sport: 'tennis',
    sports: { ranked: null, rows: [row] },
    isElite: true,
    isFollowed: true,
    blockId: null,
    viewer: { row, results: ['win'] },
    courts: courtNames,
  });
const entryOf = (person: Person, fields: PageFields): RankingEntry =>
  entryView(
    { row, disciplineRow, placedRating: rating, rank: 1, rankBefore: 2, place: 7 },
    { clubRank: 1, of: 9 },
    {
      people: new Map([[person.userId, person]]),
      fieldsOf: () => fields,
      elite: new Set([person.userId]),
      upcoming: new Set([person.userId]),
    },
  );

/**
 * The section that makes a field visible. `always`: a number from the table, with a name only if
 * results are visible.
 */
const pageFieldNeeds: Record<keyof Player, keyof PageFields | 'always'> = {
  id: 'always',
  sections: 'always',
  sport: 'always',
  isFollowed: 'always',
  blockId: 'always',
  firstName: 'name',
  lastName: 'fullName',
  username: 'fullName',
  homeCity: 'about',
  memberSince: 'about',
  isElite: 'about',
  ustaRating: 'about',
  sports: 'results',
  versus: 'results',
  ratings: 'results',
  onSurfaces: 'results',
  totalMatches: 'results',
  wins: 'results',
  losses: 'results',
  draws: 'results',
  streak: 'results',
  longestStreak: 'results',
  courts: 'whereabouts',
};
const rowFieldNeeds: Record<keyof RankingEntry, keyof PageFields | 'always'> = {
  hasPage: 'always',
  rank: 'always',
  movement: 'always',
  avatar: 'always',
  tier: 'always',
  utrRating: 'always',
  range: 'always',
  winPercentage: 'always',
  totalMatches: 'always',
  streak: 'always',
  courtsPlayed: 'always',
  id: 'results',
  firstName: 'results',
  lastName: 'fullName',
  username: 'fullName',
  isElite: 'about',
  ustaRating: 'about',
  location: 'about',
  hasUpcomingMatch: 'whereabouts',
  isChallengeable: 'contact',
};

const viewer = fc.record({
  pageAudience: fc.constantFrom(...PageAudience.options),
  roles: fc.subarray(Role.options),
  relation: fc.constantFrom(...relations),
});
const full = visibleFields(personWith(), 'self');

describe('the view of a player', () => {
  it('follows the same rule for each field of a page', () => {
    expect(Object.keys(pageFieldNeeds).sort()).toEqual(Object.keys(Player.shape).sort());
    const complete = pageOf(personWith(), full);
    fc.assert(
      fc.property(viewer, ({ relation, ...account }) => {
        const person = personWith(account);
        const fields = visibleFields(person, relation);
        const page = pageOf(person, fields);
        for (const [name, need] of Object.entries(pageFieldNeeds) as [
          keyof Player,
          keyof PageFields | 'always',
        ][]) {
          if (need === 'always') continue;
          if (fields[need]) expect([name, page[name]]).toEqual([name, complete[name]]);
          else expect([name, page[name]]).not.toEqual([name, complete[name]]);
        }
        expect(Player.parse(page)).toEqual(page);
      }),
    );
  });

  it('follows the same rule for each field of a ranking row', () => {
    expect(Object.keys(rowFieldNeeds).sort()).toEqual(Object.keys(RankingEntry.shape).sort());
    const complete = entryOf(personWith(), full);
    fc.assert(
      fc.property(viewer, ({ relation, ...account }) => {
        const person = personWith(account);
        const fields = visibleFields(person, relation);
        const entry = entryOf(person, fields);
        for (const [name, need] of Object.entries(rowFieldNeeds) as [
          keyof RankingEntry,
          keyof PageFields | 'always',
        ][])
          if (name !== 'hasPage' && (need === 'always' || fields[need]))
            expect([name, entry[name]]).toEqual([name, complete[name]]);
          else if (need !== 'always')
            expect([name, entry[name]]).not.toEqual([name, complete[name]]);
        expect(entry.hasPage).toBe(fields.results);
      }),
    );
  });

  it('shows other people nothing that identifies a private player', () => {
    fc.assert(
      fc.property(viewer, ({ relation, roles }) => {
        const person = personWith({ roles, pageAudience: 'only_me' });
        const fields = visibleFields(person, relation);
        if (relation === 'self' || relation === 'admin') expect(fields).toEqual(full);
        else {
          const text = JSON.stringify(entryOf(person, fields));
          for (const secret of ['nadia', 'Nadia', 'Ferro', 'Home City', '4.5'])
            expect(text).not.toContain(secret);
        }
      }),
    );
  });

  it('shows strangers the numbers, but not the name, of a player visible only to opponents', () => {
    const person = personWith({ pageAudience: 'opponents' });
    const row = entryOf(person, visibleFields(person, 'stranger'));
    expect(row).toMatchObject({
      id: 'private-7',
      firstName: 'Private',
      lastName: 'player',
      username: '',
      hasPage: false,
      utrRating: 6.2,
      range: [5.6, 6.8],
      totalMatches: 14,
      winPercentage: 64,
      streak: 3,
      courtsPlayed: 3,
    });
    expect(JSON.stringify(row)).not.toMatch(/nadia/i);
    expect(entryOf(person, visibleFields(person, 'opponent'))).toMatchObject({
      id: 'nadia',
      firstName: 'Nadia-first',
      utrRating: 6.2,
    });
  });

  it('hides only whereabouts if one opponent blocks the other', () => {
    fc.assert(
      fc.property(viewer, (account) => {
        const person = personWith(account);
        expect(visibleFields(person, 'blocked_opponent')).toEqual({
          ...visibleFields(person, 'opponent'),
          whereabouts: false,
        });
      }),
    );
  });

  it('never shows a stranger whereabouts, or the last name of someone with a court', () => {
    fc.assert(
      fc.property(viewer, ({ roles, pageAudience }) => {
        const fields = visibleFields(personWith({ roles, pageAudience }), 'stranger');
        expect(fields.whereabouts).toBe(false);
        if (roles.includes('owner') || roles.includes('host')) expect(fields.fullName).toBe(false);
      }),
    );
  });

  it('never grows when the setting becomes stricter or the relation looser', () => {
    const shown = (pageAudience: PageAudience, relation: ViewerRelation) =>
      Object.entries(visibleFields(personWith({ pageAudience }), relation)).flatMap(
        ([name, isShown]) => (isShown ? [name] : []),
      );
    for (const relation of relations)
      for (const [index, audience] of PageAudience.options.entries())
        for (const stricter of PageAudience.options.slice(index))
          expect(shown(audience, relation)).toEqual(
            expect.arrayContaining(shown(stricter, relation)),
          );
    for (const audience of PageAudience.options) {
      expect(shown(audience, 'opponent')).toEqual(
        expect.arrayContaining(shown(audience, 'blocked_opponent')),
      );
      expect(shown(audience, 'blocked_opponent')).toEqual(
        expect.arrayContaining(shown(audience, 'stranger')),
      );
    }
  });

  it('has a section for each part of a page', () =>
    expect(Object.keys(full).filter((name) => !['name', 'fullName'].includes(name))).toEqual(
      Object.keys(PlayerSections.shape),
    ));
});

describe('a receipt', () => {
  const outsiders = fc.record({ own: viewer, other: viewer });
  it('shows the place, the time, and other people only as everyone in the match allows', () => {
    fc.assert(
      fc.property(outsiders, ({ own, other }) => {
        const otherPerson = personWith({
          userId: 'other',
          firstName: 'Otto',
          lastName: 'Hidden',
          ...other,
        });
        const people = new Map([['other', otherPerson]]);
        const ownFields = visibleFields(personWith(own), own.relation);
        const otherFields = visibleFields(otherPerson, other.relation);
        const view = receiptForOutsider(
          receiptView(receipt, people, courtNames),
          'opaque',
          ownFields,
          new Map([['other', { person: otherPerson, fields: otherFields }]]),
        );
        expect(RatingReceipt.parse(view)).toEqual(view);
        expect(view.matchId).toBeNull();
        expect(view.playedOn).toBe('2027-03-13');
        const showsPlace = ownFields.whereabouts && otherFields.whereabouts;
        expect(view.playedAt).toBe(showsPlace ? receipt.playedAt : null);
        const text = JSON.stringify(view);
        expect(text.includes('Secret Court')).toBe(showsPlace);
        expect(text.includes('court-20270313')).toBe(false);
        expect(text.includes('Otto')).toBe(otherFields.history);
        expect(text.includes('Hidden')).toBe(otherFields.history && otherFields.fullName);
        expect(view.opponents[0]!.id).toBe(otherFields.history ? 'other' : null);
      }),
    );
  });
});
