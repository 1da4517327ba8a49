import { readFileSync } from 'node:fs';
import { type Plugin, transformWithOxc } from 'vite';

const read = (name: string) =>
  readFileSync(new URL(`src/app/offline/${name}`, import.meta.url), 'utf8');

/**
 * Emits the offline page and its service worker (decision 110). They are not part of the app, so
 * that the page works without any other file.
 */
export const offlinePage = (): Plugin => ({
  name: 'offline-page',
  apply: 'build',
  async generateBundle() {
    const emit = (name: string, source: string) =>
      `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
    const style = emit('offline.css', read('offline.css'));
    const { code } = await transformWithOxc(read('offline-page.ts'), 'offline-page.ts');
    const script = emit('offline.js', code);
    const html = read('offline.html').replace('%STYLE%', style).replace('%SCRIPT%', script);
    const files = [emit('offline.html', html), style, script];
    this.emitFile({
      type: 'asset',
      fileName: 'offline-worker.js',
      source: read('worker.js').replace('%FILES%', files.join(' ')),
    });
  },
});
