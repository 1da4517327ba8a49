import { Injectable } from '@nestjs/common';
import { courts } from '../../booking/courts/courts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { ReadModels } from '../../platform/projections/read-models.js';

/** A court or a person, as lists of the desk name them. */
export type Named = Readonly<{ id: string; name: string }>;
export type Names = Readonly<{ court(id: string): Named; person(id: string): Named }>;

const among = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });

/** The names of what stands with other slices. */
@Injectable()
export class NamesOf {
  constructor(private readonly readModels: ReadModels) {}

  async these(courtIds: readonly string[], personIds: readonly string[]): Promise<Names> {
    const [places, found] = await Promise.all([
      this.readModels.read(courts, (all) => all.find(among(courtIds)).toArray()),
      this.readModels.read(people, (all) => all.find(among(personIds)).toArray()),
    ]);
    const courtNames = new Map(places.map(({ courtId, name }) => [courtId, name]));
    const names = fullNames(found);
    return {
      court: (id) => ({ id, name: courtNames.get(id) ?? 'New court' }),
      person: (id) => ({ id, name: names.get(id) ?? 'Former member' }),
    };
  }
}
