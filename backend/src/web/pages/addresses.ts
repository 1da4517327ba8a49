import { type PublicPath, pathAliases, privatePaths, publicPages } from '@courtly/contracts/pages';

/** The page at an address of the website. */
export type Address =
  | Readonly<{ kind: 'public'; path: PublicPath }>
  | Readonly<{ kind: 'court'; courtId: string }>
  | Readonly<{ kind: 'private'; path: string }>
  | Readonly<{ kind: 'missing' }>;

const COURT = '/courts/:courtId';

/** Matches like the website's router: ignores case and a trailing slash. */
const matcher = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '')}/*$`, 'i');

type Row = Readonly<{ match: RegExp; path: string; page: PublicPath | typeof COURT | undefined }>;
const rows = (paths: Readonly<Record<string, Row['page']>>): Row[] =>
  Object.entries(paths).map(([path, page]) => ({ match: matcher(path), path, page }));

const publicPaths = Object.keys(publicPages) as PublicPath[];
/** Private pages come first: `/courts/new` is not a court. */
const table: readonly Row[] = [
  ...rows(Object.fromEntries(privatePaths.map((path) => [path, undefined]))),
  ...rows(Object.fromEntries(publicPaths.map((path) => [path, path]))),
  ...rows(pathAliases),
  ...rows({ [COURT]: COURT }),
];

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** @param path of a request, without its query */
export const addressOf = (path: string): Address => {
  for (const { match, path: pattern, page } of table) {
    const found = match.exec(path);
    if (!found) continue;
    if (page === undefined) return { kind: 'private', path: pattern };
    if (page !== COURT) return { kind: 'public', path: page };
    const courtId = decoded(found.groups?.['courtId'] ?? '');
    return courtId === undefined ? { kind: 'missing' } : { kind: 'court', courtId };
  }
  return { kind: 'missing' };
};
