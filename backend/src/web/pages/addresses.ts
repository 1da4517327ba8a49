import { type PublicPath, pathAliases, privatePaths, publicPages } from '@courtly/contracts/pages';

/** The page at a path of the website. */
export type Address =
  | Readonly<{ kind: 'public'; path: PublicPath }>
  | Readonly<{ kind: 'court'; courtId: string }>
  | Readonly<{ kind: 'private'; path: string }>
  | Readonly<{ kind: 'missing' }>;

const COURT_PATTERN = '/courts/:courtId';

/** Matches paths like the website's router, which ignores case and a trailing slash. */
const pathMatcher = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '')}/*$`, 'i');

type AddressRow = Readonly<{
  match: RegExp;
  path: string;
  page: PublicPath | typeof COURT_PATTERN | undefined;
}>;
const pageRows = (paths: Readonly<Record<string, AddressRow['page']>>): AddressRow[] =>
  Object.entries(paths).map(([path, pageKind]) => ({
    match: pathMatcher(path),
    path,
    page: pageKind,
  }));

const publicPaths = Object.keys(publicPages) as PublicPath[];
/** Private pages come first, because `/courts/new` is not a court. */
const addressTable: readonly AddressRow[] = [
  ...pageRows(Object.fromEntries(privatePaths.map((path) => [path, undefined]))),
  ...pageRows(Object.fromEntries(publicPaths.map((path) => [path, path]))),
  ...pageRows(pathAliases),
  ...pageRows({ [COURT_PATTERN]: COURT_PATTERN }),
];

const decodePath = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** @param path the path of a request, without its query */
export const addressOf = (path: string): Address => {
  for (const { match, path: pattern, page } of addressTable) {
    const matched = match.exec(path);
    if (!matched) continue;
    if (page === undefined) return { kind: 'private', path: pattern };
    if (page !== COURT_PATTERN) return { kind: 'public', path: page };
    const courtId = decodePath(matched.groups?.['courtId'] ?? '');
    return courtId === undefined ? { kind: 'missing' } : { kind: 'court', courtId };
  }
  return { kind: 'missing' };
};
