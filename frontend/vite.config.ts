import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, type Rolldown, defineConfig } from 'vite';
import { assetLicenses } from './asset-licenses';
import { offlinePage } from './offline-page';
import { prerenderPages } from './prerender-pages';
import { browserNotice, buildTargets } from './supported-browsers';

/** Inlines the script that runs before the first paint. The server allows it by hash. */
const inlineBeforePaint = (): Plugin => ({
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
 * Inlines the initial styles to save a round trip. The disabled link is never fetched, but
 * shows later chunks that the styles are loaded.
 */
const inlineStyles = (): Plugin => ({
  name: 'inline-styles',
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

const fillBrowserNotice = (): Plugin => ({
  name: 'browser-notice',
  transformIndexHtml: (html) => html.replaceAll('%BROWSER_NOTICE%', browserNotice),
});

const preloadedFonts = /\/(?:fraunces-latin-opsz|source-sans-3-latin-wght)-[^/]*\.woff2$/;

/** Prerendered text needs the styles first, so scripts get a low priority. */
const scriptsAfterStyles = (): Plugin => ({
  name: 'scripts-after-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
});

/**
 * Preloads the fonts of every page. They may load after the scripts, but not only when text
 * appears.
 */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => preloadedFonts.test(name))
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

const routerFolder = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development[\\/][^\\/]*$/, 'production/');

/** The package exports only its development build, so use the production files it also ships. */
const productionRouter = [
  { find: /^react-router$/, replacement: `${routerFolder}index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${routerFolder}dom-export.mjs` },
];

const compress = promisify(brotliCompress);

/** Compresses once at build time, better than on each request. The server sends the .br file. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((file) => /^assets\/.*\.(?:js|css)$/.test(file));
    const writeCompressed = async (file: string) =>
      writeFile(`${file}.br`, await compress(await readFile(file)));
    await Promise.all(names.map((name) => writeCompressed(join(dir, name))));
  },
});

/**
 * In development the API is a separate server at API_URL. It compares Origin with Host, so Host
 * must not change.
 */
const apiServer = {
  target: process.env['API_URL'] ?? 'http://127.0.0.1:3000',
  changeOrigin: false,
};
const proxy = { '/api': apiServer, '/robots.txt': apiServer, '/sitemap.xml': apiServer };

/** In production the API adds this meta tag. */
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

/** Libraries of every page, which change less often than our code and so stay cached. */
const vendorGroup = {
  name: 'vendor',
  priority: 2,
  test: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack\/(?:query-core|react-query)|class-variance-authority|clsx)\//,
};

/** Code of every first page. */
const initialGroup = { name: 'initial', priority: 1, tags: ['$initial' as const] };

/**
 * One chunk for code that several pages share, because over HTTP/1.1 a browser loads six files at a
 * time. Forms are separate because court pages don't need their library.
 */
const sharedGroup = {
  debugName: 'shared',
  name: (id: string, context: Rolldown.ChunkingContext) =>
    context.getModuleInfo(id)?.importedIds.some((imported) => imported.includes('react-hook-form'))
      ? 'forms'
      : 'shared',
  test: /\/frontend\/src\/|\/lucide-react\//,
  minShareCount: 4,
  includeDependenciesRecursively: false,
};

/** Served at `/licenses.md`. */
const LICENSES = 'licenses.md';

export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? productionRouter : [] },
  plugins: [
    react(),
    tailwindcss(),
    inlineBeforePaint(),
    fillBrowserNotice(),
    preloadFonts(),
    scriptsAfterStyles(),
    inlineStyles(),
    mapStyle(),
    offlinePage(),
    precompressed(),
    assetLicenses(LICENSES),
    prerenderPages(),
  ],
  build: {
    manifest: true,
    license: { fileName: LICENSES },
    target: buildTargets,
    // Every page has already loaded these chunks.
    modulePreload: {
      resolveDependencies: (_url, files, { hostType }) =>
        hostType === 'js'
          ? files.filter((file) => !/\/(?:vendor|rolldown-runtime)-/.test(file))
          : files,
    },
    rolldownOptions: {
      // Sonner inserts its styles at run time, which the Content-Security-Policy forbids. Treat the
      // call as pure to remove it; `ui/toaster.tsx` imports the styles instead.
      treeshake: { manualPureFunctions: ['__insertCSS'] },
      output: {
        // The first view names every chunk, and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [vendorGroup, initialGroup, sharedGroup] },
      },
    },
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
}));
