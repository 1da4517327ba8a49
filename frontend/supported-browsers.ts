/**
 * Oldest versions with `light-dark()` and popovers, which `src/app/before-paint.js` checks. The
 * build targets and the notice for outdated browsers derive from them.
 */
const supportedBrowsers = { Chrome: '123', Edge: '123', Firefox: '125', Safari: '17.5' } as const;

const entries = Object.entries(supportedBrowsers);

/** Vite build targets: `['chrome123', 'edge123', 'firefox125', 'safari17.5', 'ios17.5']`. */
export const buildTargets: string[] = [
  ...entries.map(([name, version]) => `${name.toLowerCase()}${version}`),
  `ios${supportedBrowsers.Safari}`,
];

const list = new Intl.ListFormat('en', { type: 'disjunction' });
const versions = entries.map(([name, version]) => `${name} ${version}`);

/** Shown to visitors with an older browser or without JavaScript. */
export const browserNotice = `Courtly needs JavaScript and one of these browsers, or a later version: ${list.format(versions)}.`;
