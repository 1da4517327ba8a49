import type { PolicyDraft, PolicyVersion } from '@courtly/contracts/policies';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { people } from '../identity/people.projection.js';
import { fullNames } from '../identity/person.js';
import { cityFields, policyFields } from './policy-fields.js';
import { CLUB_POLICY, POLICY_LEAD_MS, latestPolicy, policyHistory } from './policy-history.js';
import { policyValuesOf, recordedPolicy } from './policy-values.js';
import { peopleIn, policyVersions } from './policy-view.js';

const CursorSchema = z.strictObject({ left: z.number().int().min(0) });

/** Reads the log directly, because only a few policies take effect each year. */
@Injectable()
export class PolicyQueries {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * One page, latest version first.
   * @throws StoreUnavailable
   */
  async policyPage({ cursor, limit }: PageRequest): Promise<CountedPage<PolicyVersion>> {
    const versions = await this.streams.load(policyHistory, CLUB_POLICY);
    // Counts from the first version, so that a new policy does not shift the pages.
    const remainingCount = Math.min(
      decodeCursor(CursorSchema, cursor)?.left ?? versions.length,
      versions.length,
    );
    const namesById = fullNames(
      await this.readModels.read(people, (collection) =>
        collection.find({ _id: { $in: [...new Set(peopleIn(versions))] } }).toArray(),
      ),
    );
    const remainingVersions = policyVersions(versions, {
      at: this.clock.instant(),
      runningId: this.config.policy.id,
      person: (id) => ({ id, name: namesById.get(id) ?? 'Former member' }),
    }).slice(versions.length - remainingCount);
    const { items, next } = cutPage(remainingVersions, limit, () => ({
      left: remainingCount - limit,
    }));
    return { items, next, total: cursor === undefined ? versions.length : null };
  }

  /**
   * The starting point of a change: the latest version, with the values that this release adds to
   * it.
   * @throws DomainError not_found before the first version; StoreUnavailable
   */
  async draft(): Promise<PolicyDraft> {
    const latest = latestPolicy(await this.streams.load(policyHistory, CLUB_POLICY));
    if (!latest) throw notFound('policy');
    const { policyId, effectiveAt, values } = latest;
    return {
      replaces: policyId,
      values: policyValuesOf(recordedPolicy(policyId, values)),
      scheduled: effectiveAt > this.clock.instant() ? { policyId, effectiveAt } : null,
      needsSecondAdmin: this.config.policy.secondAdminAboveCents !== null,
      leadMinutes: POLICY_LEAD_MS / MINUTE_MS,
      fields: [...policyFields],
      cityFields: [...cityFields],
    };
  }
}
