import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, type Rolldown, defineConfig } from 'vite';
import { prerenderPages } from './prerender-pages';
import { browserNotice, buildTargets } from './supported-browsers';

/** What must be known before the first paint. It stands in the page, whose server allows it by its hash. */
const beforePaint = (): Plugin => ({
  name: 'before-paint',
  transformIndexHtml: () => [
    {
      tag: 'script',
      children: readFileSync(new URL('src/app/before-paint.js', import.meta.url), 'utf8'),
      injectTo: 'head',
    },
  ],
});

/**
 * The styles that the first paint waits for stand in the page, allowed by their hash: in a file they would be a round trip later.
 * Their link stays, disabled, which no browser fetches: it tells the parts of the page that come later that the styles are there.
 */
const stylesInPage = (): Plugin => ({
  name: 'styles-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(
        /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g,
        (link, name: string) => {
          const styles = bundle[name];
          if (styles?.type !== 'asset') throw new Error(`${name} is not among the built files`);
          return `<style>${Buffer.from(styles.source).toString()}</style>\n    ${link.replace('<link', '<link disabled')}`;
        },
      ),
  },
});

const noticeOfBrowsers = (): Plugin => ({
  name: 'notice-of-browsers',
  transformIndexHtml: (html) => html.replaceAll('%BROWSER_NOTICE%', browserNotice),
});

/** Sonner writes its styles into the page, which the Content-Security-Policy forbids: `ui/toaster.tsx` imports them instead. */
const sonnerWithoutInlineStyles = (): Plugin => ({
  name: 'sonner-without-inline-styles',
  transform: (code, id) =>
    /\/sonner\/dist\/index\.mjs$/.test(id)
      ? code.replace(/^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m, '')
      : undefined,
});

const fonts = /\/(?:fraunces-latin-opsz|source-sans-3-latin-wght)-[^/]*\.woff2$/;

/** The first words stand in the page before any script: the styles come first, which they wait for. */
const scriptsAfterStyles = (): Plugin => ({
  name: 'scripts-after-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
});

/** Every page shows both fonts at once. They may come after the scripts, but not only when the first words stand there. */
const fontsEarly = (): Plugin => ({
  name: 'fonts-early',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => fonts.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            fetchpriority: 'low',
            href: `/${name}`,
          },
          injectTo: 'head',
        })),
  },
});

const router = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development[\\/][^\\/]*$/, 'production/');

/** The package sends every bundler its build for development, with warnings that nobody reads who visits. */
const routerForProduction = (): Plugin => ({
  name: 'router-for-production',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: `${router}index.mjs` },
        { find: /^react-router\/dom$/, replacement: `${router}dom-export.mjs` },
      ],
    },
  }),
});

const compressed = promisify(brotliCompress);

/** Compressed once, and better than a server has time for: it sends the file beside the one that is asked for. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((file) => /^assets\/.*\.(?:js|css)$/.test(file));
    const compress = async (file: string) =>
      writeFile(`${file}.br`, await compressed(await readFile(file)));
    await Promise.all(names.map((name) => compress(join(dir, name))));
  },
});

/** In development the API runs beside this server; API_URL is its address. It compares Origin with Host, so Host stays. */
const api = { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false };
const proxy = { '/api': api, '/robots.txt': api, '/sitemap.xml': api };

/** In development pages do not come from the API, which otherwise tells them the style of the maps. */
const mapStyle = (): Plugin => ({
  name: 'map-style',
  apply: 'serve',
  transformIndexHtml: () => {
    const content = process.env['MAP_STYLE_URL'];
    return content
      ? [{ tag: 'meta', attrs: { name: 'courtly:map-style', content }, injectTo: 'head' }]
      : [];
  },
});

/**
 * What every page runs on: it changes less often than what we write, so a release leaves it in the browser's cache. `cn` would be
 * a file of its own for a hundred bytes.
 */
const vendor = {
  name: 'vendor',
  priority: 2,
  test: /\/src\/lib\/cn\.ts$|node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack|sonner|tailwind-merge|class-variance-authority|clsx)\//,
};

/** What the first page of any visit waits for. */
const initial = { name: 'initial', priority: 1, tags: ['$initial' as const] };

/**
 * What several pages share is one file, which each visit fetches once. Bundled by who needs it, a page would be some twenty small
 * files, and over HTTP/1.1 a browser fetches six at a time. Forms are apart, with their library, which no court's page waits for.
 */
const shared = {
  debugName: 'shared',
  name: (id: string, context: Rolldown.ChunkingContext) =>
    context.getModuleInfo(id)?.importedIds.some((imported) => imported.includes('react-hook-form'))
      ? 'forms'
      : 'shared',
  test: /\/frontend\/src\/|\/lucide-react\//,
  minShareCount: 4,
  includeDependenciesRecursively: false,
};

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    beforePaint(),
    noticeOfBrowsers(),
    fontsEarly(),
    scriptsAfterStyles(),
    stylesInPage(),
    mapStyle(),
    routerForProduction(),
    sonnerWithoutInlineStyles(),
    precompressed(),
    prerenderPages(),
  ],
  build: {
    manifest: true,
    target: buildTargets,
    rolldownOptions: { output: { codeSplitting: { groups: [vendor, initial, shared] } } },
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
});
