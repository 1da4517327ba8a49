import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * What the built website may weigh, gzip, in kilobytes of 1000 bytes. `firstView` is the JavaScript that the page waits for,
 * `route` what a later page adds to it, `part` what a page fetches on its own later; the map and the charts have no limit.
 */
const limits = { firstView: 120, route: 25, part: 30, css: 12 };
const unlimited = /\b(map|chart)/;

const dist = new URL('dist/', import.meta.url);
/** @type {Record<string, { file: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** @param {string} file */
const weight = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).byteLength / 1000;

/** A chunk and everything that it cannot start without. @param {string} key @returns {Set<string>} */
const withImports = (key, found = new Set()) => {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(imported, found);
  return found;
};

/** @param {Iterable<string>} keys */
const scripts = (keys) => [...new Set([...keys].map((key) => manifest[key]?.file ?? ''))];
/** @param {Iterable<string>} keys */
const styles = (keys) => [...new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))];
/** @param {string[]} files */
const sum = (files) => files.reduce((total, file) => total + weight(file), 0);

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error('dist holds no built website: run `vite build` first.');
const first = withImports(entry);

const rows = [
  { what: 'first view, JavaScript', is: sum(scripts(first)), most: limits.firstView },
  { what: 'first view, CSS', is: sum(styles(first)), most: limits.css },
  ...Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry && !first.has(key))
    .map((key) => {
      const added = [...withImports(key)].filter((one) => !first.has(one));
      const most = unlimited.test(key) ? Infinity : /-page\.tsx$/.test(key) ? limits.route : limits.part;
      return { what: key.replace(/^(.*node_modules|src|\.\.)\//, ''), is: sum(scripts(added)), most };
    })
    .sort((a, b) => b.is - a.is),
];

for (const { what, is, most } of rows)
  console.log(
    `${is > most ? 'OVER' : '  ok'}  ${is.toFixed(1).padStart(7)} kB of ${String(most).padStart(3)}  ${what}`,
  );
process.exitCode = rows.some(({ is, most }) => is > most) ? 1 : 0;
