import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { people } from '../../people/identity/people.projection.js';
import type { ResponseSource } from '../../platform/http/response-cache.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { isHostListed } from './court-listing.js';
import { type CourtDocument, courts } from './courts.projection.js';
import { suspendedPeople } from './suspended-people.projection.js';

/** Selects approved hosts in good standing, or all hosts who are not suspended. */
export type ListedHosts = Readonly<{ hostId: Readonly<{ $in: string[] } | { $nin: string[] }> }>;

/** The shown courts that the policy lists, which players can find. */
@Injectable()
export class ListedCourts {
  constructor(
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  private get needsApproval(): boolean {
    return this.config.policy.hostApproval.listing;
  }

  /** What the listing depends on, in addition to the courts, for cached responses. */
  get hostSources(): readonly ResponseSource[] {
    return [{ readModel: this.needsApproval ? people.name : suspendedPeople.name }];
  }

  /** What a cached list of courts depends on. A change of the policy changes the sources, too. */
  get sources(): readonly ResponseSource[] {
    return [{ readModel: courts.name }, ...this.hostSources];
  }

  async listedHosts(): Promise<ListedHosts> {
    if (!this.needsApproval) return { hostId: { $nin: await this.suspended({}) } };
    const approvedHosts = await this.readModels.read(people, (collection) =>
      collection.find({ roles: 'host', suspension: null }).project({ _id: 1 }).toArray(),
    );
    return { hostId: { $in: approvedHosts.map(({ _id }) => String(_id)) } };
  }

  /**
   * Whether players cannot find this host's courts, because the host is unapproved or suspended.
   */
  async awaitsApproval(hostId: string): Promise<boolean> {
    return (await this.awaitingApproval([hostId])).has(hostId);
  }

  /**
   * Like `awaitsApproval`, but for a signed-in host, who is not suspended. The response to a change
   * must not wait for lists that it does not need.
   */
  async ownAwaitApproval(hostId: string): Promise<boolean> {
    return this.needsApproval && (await this.awaitsApproval(hostId));
  }

  /** Of the given hosts, those whose courts players cannot find. */
  async awaitingApproval(hostIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.needsApproval)
      return new Set(await this.suspended({ _id: { $in: [...new Set(hostIds)] } }));
    const hosts = await this.readModels.read(people, (collection) =>
      collection.find({ _id: { $in: [...new Set(hostIds)] } }).toArray(),
    );
    const { policy } = this.config;
    const listedIds = hosts.filter((host) => isHostListed(host, policy)).map(({ _id }) => _id);
    return new Set(hostIds.filter((hostId) => !listedIds.includes(hostId)));
  }

  private async suspended(condition: object): Promise<string[]> {
    const suspended = await this.readModels.read(suspendedPeople, (collection) =>
      collection.find({ isSuspended: true, ...condition }).toArray(),
    );
    return suspended.map(({ userId }) => userId);
  }

  async isListed({ isShown, hostId }: Pick<CourtDocument, 'isShown' | 'hostId'>): Promise<boolean> {
    return isShown && !(await this.awaitsApproval(hostId));
  }
}
