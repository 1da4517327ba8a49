import type { PageAudience } from '@courtly/contracts/identity';
import type { PlayerSections } from '@courtly/contracts/rankings';
import type { Person } from './person.js';

/**
 * How a viewer relates to a player. `opponent`: by a match, a confirmed booking, or a challenge;
 * `blocked_opponent`: with a block between them. `admin`: the access is recorded.
 */
export type ViewerRelation = 'self' | 'opponent' | 'blocked_opponent' | 'admin' | 'stranger';

/** `name` is the first name, `fullName` the last name and the username. */
export type PageFields = Readonly<Record<keyof PlayerSections | 'name' | 'fullName', boolean>>;

/** For an erased person, only results without a name remain. */
export type PageOwner = Pick<Person, 'pageAudience' | 'roles'>;

const noFields: PageFields = {
  name: false,
  fullName: false,
  about: false,
  results: false,
  history: false,
  whereabouts: false,
  contact: false,
};
const allFields: PageFields = {
  name: true,
  fullName: true,
  about: true,
  results: true,
  history: true,
  whereabouts: true,
  contact: true,
};

const fieldsForOpponents: Record<PageAudience, PageFields> = {
  everyone: allFields,
  opponents: allFields,
  only_me: noFields,
};
const fieldsForStrangers: Record<PageAudience, PageFields> = {
  everyone: { ...allFields, whereabouts: false },
  opponents: { ...noFields, name: true },
  only_me: noFields,
};

/** Strangers see only the first names of people with a court, because their home is on a map. */
const keepsCourts = ({ roles }: PageOwner): boolean =>
  roles.includes('owner') || roles.includes('host');

/** The one rule about what a viewer sees of a player's page and history. */
export const visibleFields = (pageOwner: PageOwner, relation: ViewerRelation): PageFields => {
  if (relation === 'self' || relation === 'admin') return allFields;
  if (relation === 'opponent') return fieldsForOpponents[pageOwner.pageAudience];
  // Anything else that disappeared from the page would reveal the block.
  if (relation === 'blocked_opponent')
    return { ...fieldsForOpponents[pageOwner.pageAudience], whereabouts: false };
  const fields = fieldsForStrangers[pageOwner.pageAudience];
  return keepsCourts(pageOwner) ? { ...fields, fullName: false } : fields;
};

/** Without a visible name, there is no page. */
export const hasPage = ({ name }: PageFields): boolean => name;

export const pageSections = ({
  about,
  results,
  history,
  whereabouts,
  contact,
}: PageFields): PlayerSections => ({ about, results, history, whereabouts, contact });

/** The names that a viewer sees; empty if the viewer may not see them. */
export const visibleNames = (
  { firstName, lastName, username }: Pick<Person, 'firstName' | 'lastName' | 'username'>,
  { name, fullName }: PageFields,
): Readonly<{ firstName: string; lastName: string; username: string }> => ({
  firstName: name ? firstName : '',
  lastName: fullName ? lastName : '',
  username: fullName ? username : '',
});
