import { Inject, Injectable } from '@nestjs/common';
import type { Court } from '@courtly/contracts/courts';
import { publicPages } from '@courtly/contracts/pages';
import { CONFIG, type Config } from '../../config.js';
import { CourtQueries } from '../../booking/courts/courts.queries.js';
import type { Page } from '../../platform/http/paging.js';
import { VISITOR } from '../../platform/http/request.js';
import { isDomainError } from '../../platform/kernel/domain-error.js';
import { type Address, addressOf } from './addresses.js';
import { courtTags } from './court-tags.js';
import type { PageTags } from './page-tags.js';

const COURTS_AT_ONCE = 1_000;
/** The maximum number of addresses in a sitemap (sitemaps.org). */
const MOST_COURTS = 49_000;

/** A served page: whether it exists, its head, and its court. */
export type ServedPage = Readonly<{
  address: Address;
  status: 200 | 404;
  tags: PageTags;
  court?: Pick<Court, 'name' | 'description' | 'photos'>;
}>;

/** The website's pages as visitors and search engines get them, before any script runs. */
@Injectable()
export class Pages {
  /** How long a page waits for the read model before it is served without the data. */
  patienceMs = 1_000;

  constructor(
    private readonly courtsQueries: CourtQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The configured origin of the website. Requests cannot be trusted, because they may name any
   * host.
   */
  get base(): string {
    return new URL(this.config.PUBLIC_URL).origin;
  }

  /** The address of the configured map style. */
  get mapStyle(): string | undefined {
    return this.config.MAP_STYLE_URL;
  }

  /** The page at a path. Only the website itself knows the results of a search. */
  async pageAt(path: string, isSearch = false): Promise<ServedPage> {
    const address = addressOf(path);
    const generalPage = { ...publicPages['/'], path };
    switch (address.kind) {
      case 'public':
        return {
          address,
          status: 200,
          tags: {
            ...publicPages[address.path],
            path: address.path,
            photo: address.path === '/courts' && !isSearch ? await this.firstPhoto() : undefined,
          },
        };
      case 'private':
        return { address, status: 200, tags: { ...generalPage, indexed: false } };
      case 'court':
        return this.loadCourt(address, generalPage);
      case 'missing':
        return { address, status: 404, tags: { ...generalPage, indexed: false } };
    }
  }

  /** The ids of visible courts, newest first, up to the maximum of a sitemap. */
  async courtIds(): Promise<string[]> {
    const listedIds: string[] = [];
    for (let cursor: string | null = null; listedIds.length < MOST_COURTS;) {
      const courtsPage: Page<string> = await this.courtsQueries.shownIds(COURTS_AT_ONCE, cursor);
      listedIds.push(...courtsPage.items);
      cursor = courtsPage.next;
      if (cursor === null) break;
    }
    return listedIds;
  }

  /** Returns null if the read model does not respond. Then the page is served with fewer tags. */
  private async loadCourt(
    address: Address & { kind: 'court' },
    generalPage: PageTags,
  ): Promise<ServedPage> {
    try {
      const court = await this.withTimeout(this.courtsQueries.showCourt(address.courtId, VISITOR));
      return { address, status: 200, tags: courtTags(court, this.base), court };
    } catch (error) {
      const isMissing = isDomainError(error, 'not_found');
      return isMissing
        ? { address: { kind: 'missing' }, status: 404, tags: { ...generalPage, indexed: false } }
        : {
            address,
            status: 200,
            tags: { ...generalPage, path: `/courts/${encodeURIComponent(address.courtId)}` },
          };
    }
  }

  private async firstPhoto(): Promise<PageTags['photo']> {
    const address = await this.withTimeout(this.courtsQueries.firstPhoto()).catch(() => undefined);
    return address ? { address, shown: 'card' } : undefined;
  }

  private withTimeout<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        const rejectLate = () => reject(new Error('The read model did not respond in time.'));
        setTimeout(rejectLate, this.patienceMs).unref();
      }),
    ]);
  }
}
