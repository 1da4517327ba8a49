import type { PolicyVersion } from '@courtly/contracts/policies';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import { type CountedPage, type Paging, keyIn, pageOf } from '../../platform/http/paging.js';
import { Streams } from '../../platform/kernel/streams.js';
import { CLUB, policyHistory } from './policy-history.js';
import { policyVersions } from './policy-view.js';

const Place = z.strictObject({ left: z.number().int().min(0) });

/** The policies that took effect, from the log itself: there are a few in a year. */
@Injectable()
export class PolicyQueries {
  constructor(
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One page, the one in force first. @throws StoreUnavailable */
  async page({ cursor, limit }: Paging): Promise<CountedPage<PolicyVersion>> {
    const history = await this.streams.load(policyHistory, CLUB);
    // Counted from the first version on, so that one that takes effect meanwhile moves none to another page.
    const left = Math.min(keyIn(Place, cursor)?.left ?? history.length, history.length);
    const rest = policyVersions(history, this.config.policy).slice(history.length - left);
    const { items, next } = pageOf(rest, limit, () => ({ left: left - limit }));
    return { items, next, total: cursor === undefined ? history.length : null };
  }
}
