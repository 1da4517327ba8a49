import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, createServer } from 'vite';

type Prerender = typeof import('./src/app/prerender');

/** File name of a path: `/` becomes `home`, `/how-it-works` becomes `how-it-works`. */
const fileNameOf = (path: string): string => `${path === '/' ? 'home' : path.slice(1)}.html`;

/** Prerenders public pages into `.prerendered/`; the server inserts them into the HTML. */
export const prerenderPages = (): Plugin => ({
  name: 'prerender-pages',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, '.prerendered');
    const server = await createServer({
      configFile: false,
      root: import.meta.dirname,
      plugins: [react()],
      appType: 'custom',
      logLevel: 'error',
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      const { prerenderedPaths, renderPage, renderShells } = (await server.ssrLoadModule(
        '/src/app/prerender.tsx',
      )) as Prerender;
      await mkdir(join(folder, 'shells'), { recursive: true });
      for (const [shell, html] of Object.entries(await renderShells()))
        await writeFile(join(folder, 'shells', `${shell}.html`), html);
      for (const path of prerenderedPaths)
        await writeFile(join(folder, fileNameOf(path)), await renderPage(path));
    } finally {
      await server.close();
    }
  },
});
