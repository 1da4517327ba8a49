import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reloadAfterRelease } from './reload-after-release';

const reload = jest.fn();
let stop: () => void;

/** Simulates a missing chunk while the server sends this response. */
const miss = async (answer: () => Promise<Response>) => {
  globalThis.fetch = answer;
  dispatchEvent(new Event('vite:preloadError'));
  await new Promise((resolve) => setTimeout(resolve));
};
const page = (entry: string) => () =>
  Promise.resolve(new Response(`<script type="module" src="${entry}"></script>`));

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  stop = reloadAfterRelease('/assets/index-old.js', reload);
});
afterEach(() => stop());

describe('a tab with a missing chunk', () => {
  it('reloads once for a new build', async () => {
    await miss(page('/assets/index-new.js'));
    await miss(page('/assets/index-new.js'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads once if several chunks are missing at the same time', async () => {
    const missed = page('/assets/index-new.js');
    await Promise.all([miss(missed), miss(missed)]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('stays on the page if only the network failed', async () => {
    await miss(page('/assets/index-old.js'));
    await miss(() => Promise.reject(new TypeError('Failed to fetch')));
    await miss(() => Promise.resolve(new Response('', { status: 502 })));
    await miss(() =>
      Promise.resolve(
        new Response(new ReadableStream({ start: (body) => body.error(new Error('Left')) })),
      ),
    );
    expect(reload).not.toHaveBeenCalled();
  });
});
