import { emailOf } from '@courtly/contracts/text';
import { Injectable } from '@nestjs/common';
import { applications } from '../../people/applications/applications.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { emailClaim } from '../../people/identity/claim.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { NamesById } from './audit-view.js';

@Injectable()
export class AuditNames {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * The current names of accounts, and of applicants without an account. Erased people get
   * placeholders.
   */
  async lookUp(namedIds: readonly string[]): Promise<NamesById> {
    const idFilter = { _id: { $in: [...new Set(namedIds)] } };
    const members = await this.readModels.read(people, (collection) =>
      collection.find(idFilter).toArray(),
    );
    const memberNames = fullNames(members);
    const applicationIds = idFilter._id.$in.filter((subjectId) => !memberNames.has(subjectId));
    if (applicationIds.length === 0) return memberNames;
    const foundApplications = await this.readModels.read(applications, (collection) =>
      collection.find({ _id: { $in: applicationIds } }).toArray(),
    );
    return new Map([
      ...memberNames,
      ...foundApplications.map(({ _id, fullName }) => [_id, fullName] as const),
    ]);
  }

  async courtNames(courtIds: readonly string[]): Promise<NamesById> {
    const named = await this.readModels.read(courts, (collection) =>
      collection.find({ _id: { $in: [...new Set(courtIds)] } }).toArray(),
    );
    return new Map(named.map(({ _id, name }) => [_id, name]));
  }

  async resolveUserId(idOrEmail: string | undefined): Promise<string | undefined> {
    if (!idOrEmail?.includes('@')) return idOrEmail;
    for (const emailHash of this.keyedHashes.hashesOfName('email', emailOf(idOrEmail))) {
      const claim = await this.streams.load(emailClaim, emailHash);
      if (claim) return claim.userId;
    }
    // No event has this id, so an unknown email finds nothing.
    return idOrEmail;
  }
}
