/**
 * The oldest versions in which Courtly works: those that know `light-dark()` and popovers, which `src/app/before-paint.js`
 * asks for. The build and the words to people who come with others follow from here.
 */
const supportedBrowsers = { Chrome: '123', Edge: '123', Firefox: '125', Safari: '17.5' } as const;

const entries = Object.entries(supportedBrowsers);

/** For the build: `['chrome123', 'edge123', 'firefox125', 'safari17.5', 'ios17.5']`. */
export const buildTargets: string[] = [
  ...entries.map(([name, version]) => `${name.toLowerCase()}${version}`),
  `ios${supportedBrowsers.Safari}`,
];

const list = new Intl.ListFormat('en', { type: 'disjunction' });
const versions = entries.map(([name, version]) => `${name} ${version}`);

/** For people whose browser is older, or runs no scripts. */
export const browserNotice = `Courtly needs JavaScript and one of these browsers, or a later version: ${list.format(versions)}.`;
