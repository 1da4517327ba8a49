import type { PolicyVersion } from '@courtly/contracts/policies';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { Streams } from '../../platform/kernel/streams.js';
import { CLUB_POLICY, policyHistory } from './policy-history.js';
import { policyVersions } from './policy-view.js';

const CursorSchema = z.strictObject({ left: z.number().int().min(0) });

/** Reads the log directly, because only a few policies take effect each year. */
@Injectable()
export class PolicyQueries {
  constructor(
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * One page, current version first.
   * @throws StoreUnavailable
   */
  async policyPage({ cursor, limit }: PageRequest): Promise<CountedPage<PolicyVersion>> {
    const effectivePolicies = await this.streams.load(policyHistory, CLUB_POLICY);
    // Counts from the first version, so that a new policy does not shift the pages.
    const remainingCount = Math.min(
      decodeCursor(CursorSchema, cursor)?.left ?? effectivePolicies.length,
      effectivePolicies.length,
    );
    const remainingVersions = policyVersions(effectivePolicies, this.config.policy).slice(
      effectivePolicies.length - remainingCount,
    );
    const { items, next } = cutPage(remainingVersions, limit, () => ({
      left: remainingCount - limit,
    }));
    return { items, next, total: cursor === undefined ? effectivePolicies.length : null };
  }
}
