import { Injectable } from '@nestjs/common';
import { courts } from '../../booking/courts/courts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { ReadModels } from '../../platform/projections/read-models.js';

type NamedReference = Readonly<{ id: string; name: string }>;
export type NameLookup = Readonly<{
  court(id: string): NamedReference;
  person(id: string): NamedReference;
  /** Whether the user has deleted their account. */
  isErased(id: string): boolean;
}>;

const withIdsIn = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });

/** Looks up the names of courts and people in other slices. */
@Injectable()
export class DisplayNames {
  constructor(private readonly readModels: ReadModels) {}

  /** The names of the courts of these documents, of the users in them, and of other users. */
  async lookUp<D extends Readonly<{ courtId: string }>>(
    shownDocuments: readonly D[],
    userIdsOf: (shownDocument: D) => readonly string[],
    otherUserIds: readonly string[] = [],
  ): Promise<NameLookup> {
    const courtIds = shownDocuments.map(({ courtId }) => courtId);
    const userIds = [...shownDocuments.flatMap(userIdsOf), ...otherUserIds];
    const [namedCourts, namedPeople] = await Promise.all([
      this.readModels.read(courts, (collection) => collection.find(withIdsIn(courtIds)).toArray()),
      this.readModels.read(people, (collection) => collection.find(withIdsIn(userIds)).toArray()),
    ]);
    const courtNames = new Map(namedCourts.map(({ courtId, name }) => [courtId, name]));
    const fullNamesById = fullNames(namedPeople);
    const erasedIds = new Set(
      namedPeople.filter(({ email }) => email === '').map(({ userId }) => userId),
    );
    return {
      court: (id) => ({ id, name: courtNames.get(id) ?? 'New court' }),
      person: (id) => ({ id, name: fullNamesById.get(id) ?? 'Former member' }),
      isErased: (id) => erasedIds.has(id),
    };
  }
}
