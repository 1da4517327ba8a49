import type { Discipline } from '@courtly/contracts/matches';
import {
  type OwnRank,
  type RankingEntry,
  rankingRoutes as routes,
} from '@courtly/contracts/rankings';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import {
  MEMBERSHIP_TIERS,
  type MembershipTiers,
  isElite,
} from '../../people/identity/membership-tiers.js';
import { people } from '../../people/identity/people.projection.js';
import type { Person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { memberships } from '../../people/membership/memberships.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { RATED_FROM } from '../ratings/rating-view.js';
import { cityKey } from './city-key.js';
import { Friends } from './friends.queries.js';
import { PlaceInRanking, type Which, placedIn, rankField, rowsAfter } from './ranking-lists.js';
import { type Known, entryView, ownEntryView, ownRankView } from './ranking-views.js';
import {
  type PublishedTable,
  type Rows,
  type StoredRow,
  TableStore,
} from './table-store.service.js';

type Asked = Which & PageRequest;

/**
 * The requested rows: up to `most` after a rank. `city` is undefined for rankings without a city,
 * null if the caller has none.
 */
type Part = Readonly<{
  which: Which;
  isMember: boolean;
  after: number;
  most: number;
  city: string | null | undefined;
}>;

type EncodedPage = Readonly<{ items: EncodedJson; next: string | null }>;

/** The fields of a row that a ranking shows: only the requested discipline. */
type ShownRow = Pick<StoredRow, '_id' | 'playerId' | 'courtsPlayed' | Discipline>;

const shownOf = (discipline: Discipline) => ({ playerId: 1, courtsPlayed: 1, [discipline]: 1 });

/** A row with its rank in the displayed ranking. */
type Ranked = Readonly<{ row: ShownRow; rank: number }>;

/** A page as others see it, and the pictures of its players by id, which only they see. */
type Shown = Page<RankingEntry> & Readonly<{ pictures: ReadonlyMap<string, Person['picture']> }>;

const seenBy = (viewerId: string, { items, next, pictures }: Shown): Page<RankingEntry> => ({
  items: items.map((entry) =>
    entry.id === viewerId ? ownEntryView(entry, pictures.get(viewerId) ?? null) : entry,
  ),
  next,
});

const UPCOMING_DAYS = 7;

/** The read models that a page shows besides its rows, which are fixed per table. */
const shownBeside = [people, memberships, bookings].map(({ name }) => ({ readModel: name }));

const clubSizeOf = ({ ranked }: PublishedTable, { tab, discipline }: Which): number =>
  ranked[discipline][tab === 'clay' ? 'clay' : 'all'];

/** Rankings as members see them. */
@Injectable()
export class RankingQueries {
  constructor(
    private readonly tables: TableStore,
    private readonly readModels: ReadModels,
    private readonly responses: ResponseCache,
    private readonly friends: Friends,
    private readonly hashes: KeyedHashes,
    private readonly clock: Clock,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /**
   * One page of a ranking. On the free tier, it ends after the first rows.
   * @throws DomainError forbidden for clay on the free tier, store_unavailable before the first
   * table
   */
  async page(caller: Actor, asked: Asked): Promise<Page<RankingEntry>> {
    const part = await this.partOf(caller, asked);
    return seenBy(
      caller.id,
      await this.tables.read((table, rows) => this.read(table, rows, part, caller.id)),
    );
  }

  /**
   * The same, loaded and encoded once for all users; only players on the page get their own
   * version. Friends pages are not shared.
   */
  async sharedPage(caller: Actor, asked: Asked): Promise<Page<RankingEntry> | EncodedPage> {
    if (asked.tab === 'friends') return this.page(caller, asked);
    const part = await this.partOf(caller, asked);
    const shared = await this.tables.read((table, rows) =>
      this.responses.getOrMake(
        `ranking ${table.epoch} ${JSON.stringify(part)}`,
        shownBeside,
        async () => {
          const shown = await this.read(table, rows, part, VISITOR.id);
          const encoded = EncodedJson.from(routes.listRankings, [...shown.items]);
          return { ...shown, encoded, byteLength: 2 * encoded.byteLength };
        },
      ),
    );
    const isOn = shared.pictures.has(caller.id);
    return isOn ? seenBy(caller.id, shared) : { items: shared.encoded, next: shared.next };
  }

  /**
   * The caller's place in a ranking; empty before the first table.
   * @throws DomainError forbidden for clay on the free tier
   */
  async own(caller: Actor, which: Which): Promise<OwnRank> {
    await this.mayRead(caller, which);
    const found = await this.tables.find(async (table, rows) => {
      const row = await rows.findOne({ _id: caller.id });
      const place = row && placedIn(row, which);
      const clubSize = clubSizeOf(table, which);
      const { rank, of } = await this.placeIn(rows, caller.id, which, {
        rank: place?.rank ?? null,
        of: clubSize,
      });
      const its = { placed: place?.placed ?? null, rank, clubRank: place?.clubRank ?? null, of };
      return ownRankView(its, place?.own.streak ?? 0, { ...table, clubSize });
    });
    return found ?? nothingYet;
  }

  private async partOf(caller: Actor, { cursor, limit, ...which }: Asked): Promise<Part> {
    const isMember = await this.mayRead(caller, which);
    const after = decodeCursor(PlaceInRanking, cursor)?.rank ?? 0;
    const city = which.tab === 'local' ? await this.cityOf(caller.id) : undefined;
    return { which, isMember, after, most: rowsAfter(after, limit, isMember), city };
  }

  private async read(
    table: PublishedTable,
    rows: Rows,
    part: Part,
    viewerId: string,
  ): Promise<Shown> {
    const { which, isMember, after, most } = part;
    const found = most === 0 ? [] : await this.rowsOf(rows, part, viewerId);
    const page = cutPage(found, most, ({ rank }) => ({ rank }));
    const known = await this.known(page.items.map(({ row }) => row.playerId));
    const of = clubSizeOf(table, which);
    const items = page.items.flatMap(({ row, rank }) => {
      const place = placedIn(row, which);
      return place?.clubRank
        ? [entryView({ row, ...place, rank }, { clubRank: place.clubRank, of }, known)]
        : [];
    });
    const isLast = !isMember && rowsAfter(page.items.at(-1)?.rank ?? after, 1, false) === 0;
    const pictures = new Map([...known.people].map(([id, { picture }]) => [id, picture]));
    return { items, next: isLast ? null : page.next, pictures };
  }

  private async mayRead(caller: Actor, { tab }: Which): Promise<boolean> {
    const isMember = await isElite(this.tiers, caller);
    if (tab === 'clay' && !isMember)
      throw new DomainError('forbidden', 'The ranking on clay is for Elite members.');
    return isMember;
  }

  /** The rows in order of rank, plus one to detect the next page. */
  private async rowsOf(
    rows: Rows,
    { which, after, most, city }: Part,
    viewerId: string,
  ): Promise<Ranked[]> {
    if (which.tab === 'friends') {
      const friends = await this.rankedFriends(rows, viewerId, which.discipline);
      return friends
        .slice(after, after + most + 1)
        .map((row, index) => ({ row, rank: after + index + 1 }));
    }
    if (city === null) return [];
    const field = rankField(which);
    const found = await rows
      .find({ ...(city && { city }), [field]: { $gt: after } })
      .sort({ [field]: 1 })
      .limit(most + 1)
      .project<ShownRow>(shownOf(which.discipline))
      .toArray();
    return found.map((row) => ({ row, rank: placedIn(row, which)!.rank! }));
  }

  /** The caller's rank, and the number of players in the ranking. */
  private async placeIn(
    rows: Rows,
    callerId: string,
    which: Which,
    club: Readonly<{ rank: number | null; of: number }>,
  ): Promise<Readonly<{ rank: number | null; of: number }>> {
    if (which.tab === 'friends') {
      const friends = await this.rankedFriends(rows, callerId, which.discipline);
      return {
        rank: friends.findIndex(({ _id }) => _id === callerId) + 1 || null,
        of: friends.length,
      };
    }
    if (which.tab !== 'local') return club;
    const city = await this.cityOf(callerId);
    if (city === null) return { rank: null, of: 0 };
    const field = rankField(which);
    const [last] = await rows
      .find({ city, [field]: { $gt: 0 } })
      .sort({ [field]: -1 })
      .limit(1)
      .toArray();
    // A user who changed their city appears in its ranking with the next table.
    const own = await rows.findOne({ _id: callerId, city });
    return { rank: own && club.rank, of: (last && placedIn(last, which)?.rank) || 0 };
  }

  /** Ranked friends in order of rank. The set is small enough to sort here. */
  private async rankedFriends(
    rows: Rows,
    callerId: string,
    discipline: Discipline,
  ): Promise<ShownRow[]> {
    const ids = await this.friends.of(callerId);
    const found = await rows
      .find({ _id: { $in: [...ids] }, [`${discipline}.rank`]: { $gt: 0 } })
      .project<ShownRow>(shownOf(discipline))
      .toArray();
    return found.sort((a, b) => a[discipline]!.rank! - b[discipline]!.rank!);
  }

  private async cityOf(userId: string): Promise<string | null> {
    const person = await this.readModels.read(people, (all) => all.findOne({ _id: userId }));
    return person && cityKey(this.hashes, person.homeCity);
  }

  private async known(ids: readonly string[]): Promise<Known> {
    const [found, elite, upcoming] = await Promise.all([
      this.readModels.read(people, (all) => all.find({ _id: { $in: [...ids] } }).toArray()),
      this.tiers.membersAmong(ids),
      this.withUpcomingHour(ids),
    ]);
    return {
      people: new Map(found.map((one): [string, Person] => [one.userId, one])),
      elite,
      upcoming,
    };
  }

  /** The users with a confirmed booking in the next days. */
  private async withUpcomingHour(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.clock.now();
    const [from, to] = [now, now + UPCOMING_DAYS * DAY_MS].map((ms) => new Date(ms).toISOString());
    const found = await this.readModels.read(bookings, (all) =>
      all
        .find({
          playerId: { $in: [...ids] },
          startTime: { $gte: from!, $lt: to! },
          status: 'confirmed',
        })
        .project<{ playerId: string }>({ playerId: 1 })
        .toArray(),
    );
    return new Set(found.map(({ playerId }) => playerId));
  }
}

const nothingYet: OwnRank = {
  rank: null,
  of: 0,
  tier: null,
  rating: null,
  matchesToRank: RATED_FROM,
  streak: 0,
  formula: null,
  inputPosition: null,
  publishedAt: null,
};
