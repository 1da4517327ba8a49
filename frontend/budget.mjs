import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Maximum gzip size of the JavaScript for the first view, in kB (1000 bytes). */
const MOST = 150;

const dist = new URL('dist/', import.meta.url);
/**
 * @type {Record<string, { file: string, isEntry?: boolean, isDynamicEntry?: boolean,
 *   imports?: string[], css?: string[] }>}
 */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** @param {string} file */
const weight = (file) =>
  gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).byteLength / 1000;

/**
 * A chunk and its static imports.
 * @param {string} key
 * @returns {Set<string>}
 */
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
if (!entry) throw new Error('No build found in dist. Run `vite build` first.');
const first = withImports(entry);

// The page with all components is only for development (dev/ui.html).
for (const file of readdirSync(new URL('assets/', dist)))
  if (
    file.endsWith('.js') &&
    readFileSync(new URL(`assets/${file}`, dist)).includes('data-dev-only')
  )
    throw new Error(`${file} contains the components page of the development server.`);

const firstView = sum(scripts(first));
const parts = Object.keys(manifest)
  .filter((key) => manifest[key]?.isDynamicEntry && !first.has(key))
  .map((key) => ({
    what: key.replace(/^(.*node_modules|src|\.\.)\//, ''),
    is: sum(scripts([...withImports(key)].filter((one) => !first.has(one)))),
  }))
  .sort((a, b) => b.is - a.is);

/** @param {number} size */
const kilobytes = (size) => `${size.toFixed(1).padStart(7)} kB`;
console.log(`${kilobytes(firstView)}  first view, JavaScript (at most ${MOST})`);
console.log(`${kilobytes(sum(styles(first)))}  first view, CSS`);
console.log('Chunks loaded later, in addition to the first view:');
for (const { what, is } of parts) console.log(`${kilobytes(is)}  ${what}`);
process.exitCode = firstView > MOST ? 1 : 0;
