import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules', '.cache', 'courtly-tests');
const backend = pathToFileURL(join(root, 'backend', 'src', '/')).href;
const globals = new URL('./globals.js', import.meta.url).href;

/** Imports of folders, which bundlers can resolve and Node can't. */
const packageFolders = new Map(
  ['@stripe/stripe-js/pure'].map((folder) => [
    folder,
    pathToFileURL(createRequire(import.meta.url).resolve(folder)).href,
  ]),
);

/** @type {import('@swc/core').Options} */
const options = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    target: 'es2024',
    keepClassNames: true,
  },
  module: { type: 'es6' },
};

/**
 * The paths of the source maps of loaded modules, by module URL.
 * @type {Map<string, string>}
 */
export const sourceMaps = new Map();

/**
 * Lets Node import this repository's TypeScript, and `@jest/globals`, without a virtual machine per
 * file.
 */
export function registerTypeScript() {
  mkdirSync(cache, { recursive: true });
  enableCompileCache(join(cache, 'v8'));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
      const target = specifier.replace(/^@courtly\/backend\//, backend);
      const isOurs = target !== specifier || (isRelative(target) && isSource(context.parentURL));
      const url = isOurs ? sourceOf(new URL(target, context.parentURL).href) : undefined;
      if (url) return { url, format: 'module', shortCircuit: true };
      return next(packageFolders.get(specifier) ?? specifier, context);
    },
    load(url, context, next) {
      if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
      if (url.endsWith('.json'))
        return next(url, { ...context, importAttributes: { type: 'json' } });
      if (!isSource(url)) return next(url, context);
      return { format: 'module', source: compiled(url), shortCircuit: true };
    },
  });
}

/** @param {string} specifier */
const isRelative = (specifier) => specifier.startsWith('./') || specifier.startsWith('../');

/** @param {string | undefined} url */
const isSource = (url) =>
  url !== undefined && url.startsWith('file:') && /\.tsx?$/.test(url) && !url.includes('/dist/');

/**
 * Resolves an import that ends with `.js` or has no extension to its TypeScript file.
 * @param {string} url
 */
function sourceOf(url) {
  if (isSource(url)) return url;
  const stem = url.replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`].find((source) => existsSync(fileURLToPath(source)));
}

/** @param {string} url */
function compiled(url) {
  const filename = fileURLToPath(url);
  const text = readFileSync(filename, 'utf8');
  const hash = createHash('sha256').update(version).update(JSON.stringify(options));
  const output = join(cache, hash.update(filename).update('\0').update(text).digest('hex'));
  sourceMaps.set(url, `${output}.map`);
  if (existsSync(output)) return readFileSync(output, 'utf8');
  const { code, map } = transformSync(text, { ...options, filename });
  writeWhole(`${output}.map`, String(map));
  writeWhole(output, code);
  return code;
}

/**
 * Writes a file atomically, because two workers may compile the same file.
 * @param {string} file
 * @param {string} text
 */
function writeWhole(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
