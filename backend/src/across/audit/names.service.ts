import { Injectable } from '@nestjs/common';
import { applications } from '../../people/applications/applications.projection.js';
import { emailClaim } from '../../people/identity/claim.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { Names } from './audit-view.js';

/** Who somebody is now, by what the log calls them. */
@Injectable()
export class AuditNames {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
  ) {}

  /** The names of accounts, and of whoever applied without one; of those who are erased what stands in their place. */
  async of(ids: readonly string[]): Promise<Names> {
    const wanted = { _id: { $in: [...new Set(ids)] } };
    const members = await this.readModels.read(people, (all) => all.find(wanted).toArray());
    const names = fullNames(members);
    const others = wanted._id.$in.filter((id) => !names.has(id));
    if (others.length === 0) return names;
    const found = await this.readModels.read(applications, (all) =>
      all.find({ _id: { $in: others } }).toArray(),
    );
    return new Map([...names, ...found.map(({ _id, fullName }) => [_id, fullName] as const)]);
  }

  /** The id of an account that is named by its e-mail; any other text is an id itself. Undefined where none is given. */
  async idOf(text: string | undefined): Promise<string | undefined> {
    if (!text?.includes('@')) return text;
    for (const hash of this.hashes.hashesOfName('email', text)) {
      const claim = await this.streams.load(emailClaim, hash);
      if (claim) return claim.userId;
    }
    // Nobody has it, so that nothing is found.
    return text;
  }
}
