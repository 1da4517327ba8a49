import { escapeHtml } from '../../platform/http/escaped.js';
import type { Address } from './addresses.js';

/** The entries of Vite's `.vite/manifest.json`. */
export type Manifest = Readonly<
  Record<string, { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }>
>;

/** The source files of lazily loaded pages, by page address. */
export const pageFiles: Readonly<Record<string, string>> = {
  '/courts': 'courts-page.tsx',
  '/courts/:courtId': 'court-page.tsx',
  '/login': 'login-page.tsx',
  '/register': 'register-page.tsx',
  '/forgot-password': 'forgot-password-page.tsx',
  '/reset-password': 'reset-password-page.tsx',
  '/how-it-works': 'how-it-works-page.tsx',
  '/elite': 'elite-page.tsx',
  '/request': 'request-page.tsx',
  '/bookings': 'bookings-page.tsx',
  '/dashboard': 'dashboard-page.tsx',
  '/profile': 'profile-page.tsx',
  '/checkout': 'checkout-page.tsx',
  '/host-dashboard': 'host-dashboard-page.tsx',
  '/owner/dashboard': 'host-dashboard-page.tsx',
  '/owner/availability': 'availability-page.tsx',
  '/owner/calendar': 'host-calendar-page.tsx',
};

const withImports = (manifest: Manifest, entryKey: string, visitedKeys = new Set<string>()) => {
  if (visitedKeys.has(entryKey)) return visitedKeys;
  visitedKeys.add(entryKey);
  for (const importedKey of manifest[entryKey]?.imports ?? [])
    withImports(manifest, importedKey, visitedKeys);
  return visitedKeys;
};

/** The scripts of a page that are not loaded on every page. */
const scriptsOf = (manifest: Manifest, sourceFile: string): string[] => {
  const manifestEntry = Object.keys(manifest).find((entryKey) => manifest[entryKey]?.isEntry);
  const knownScripts = manifestEntry ? withImports(manifest, manifestEntry) : new Set<string>();
  return [...withImports(manifest, sourceFile)]
    .filter((key) => !knownScripts.has(key))
    .flatMap((key) => manifest[key]?.file ?? []);
};

/** The API requests that the website makes at startup. */
const dataPathsOf = (address: Address, isSearch: boolean): string[] => {
  if (address.kind === 'court') return [`/api/courts/${encodeURIComponent(address.courtId)}`];
  return address.kind === 'public' && address.path === '/courts' && !isSearch
    ? ['/api/search']
    : [];
};

const patternOf = (address: Address): string => {
  if (address.kind === 'missing') return '';
  return address.kind === 'court' ? '/courts/:courtId' : address.path;
};

/**
 * Preload links for what a page requests later. Only the website itself knows the requests of a
 * search.
 */
export const preloadsOf = (manifest: Manifest, address: Address, isSearch = false): string[] => {
  const scriptFile = pageFiles[patternOf(address)];
  const sourceFile =
    scriptFile && Object.keys(manifest).find((key) => key.endsWith(`/${scriptFile}`));
  const pageScripts = sourceFile ? scriptsOf(manifest, sourceFile) : [];
  return [
    ...pageScripts.map(
      (file) =>
        `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${escapeHtml(file)}" />`,
    ),
    ...dataPathsOf(address, isSearch).map(
      (dataPath) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(dataPath)}" />`,
    ),
  ];
};
