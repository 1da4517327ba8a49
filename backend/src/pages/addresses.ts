import { type PublicPath, otherAddresses, privatePaths, publicPages } from '@courtly/contracts/pages';

/** What stands at an address of the website. */
export type Address =
  | Readonly<{ kind: 'public'; path: PublicPath }>
  | Readonly<{ kind: 'court'; courtId: string }>
  | Readonly<{ kind: 'private' | 'missing' }>;

const COURT = '/courts/:courtId';

/** Like the website's router: whatever the case of the fixed parts, with or without a slash at the end. */
const matcher = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '')}/*$`, 'i');

const publicPaths = Object.keys(publicPages) as PublicPath[];
/** Pages of one person first: `/courts/new` is no court. */
const table = [
  ...privatePaths.map((path) => ({ match: matcher(path), page: undefined })),
  ...publicPaths.map((path) => ({ match: matcher(path), page: path })),
  ...Object.entries(otherAddresses).map(([path, page]) => ({ match: matcher(path), page })),
  { match: matcher(COURT), page: COURT },
] as const;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** @param path of a request, without its query */
export const addressOf = (path: string): Address => {
  for (const { match, page } of table) {
    const found = match.exec(path);
    if (!found) continue;
    if (page === undefined) return { kind: 'private' };
    if (page !== COURT) return { kind: 'public', path: page };
    const courtId = decoded(found.groups?.['courtId'] ?? '');
    return courtId === undefined ? { kind: 'missing' } : { kind: 'court', courtId };
  }
  return { kind: 'missing' };
};
