import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useReloadAfterRelease, watchReleases } from './release-watch';

const { fetch } = globalThis;
const reload = jest.fn();
const courts = { key: 'courts', pathname: '/courts' };
const court = { key: 'court', pathname: '/courts/1' };
const router = { state: { location: courts, navigation: {} as { location?: typeof court } } };
const queryClient = new QueryClient();
let mutate: () => void;
let endMutation: () => void;
let stop: () => void;
let visit: (pathname: string) => void;

/** Simulates a missing chunk while the server sends this response. */
const missChunk = async (respond: () => Promise<Response>, afterResponse = () => {}) => {
  globalThis.fetch = respond;
  dispatchEvent(new Event('vite:preloadError'));
  afterResponse();
  await new Promise((resolve) => setTimeout(resolve));
};
const page = (entry: string) => () =>
  Promise.resolve(new Response(`<script type="module" src="${entry}"></script>`));
const newBuild = page('/assets/index-new.js');
const open = (location: typeof court) => Object.assign(router.state, { location, navigation: {} });

beforeEach(() => {
  reload.mockClear();
  open(courts);
  stop = watchReleases('/assets/index-old.js', router as never, queryClient, reload);
  const usePage = ({ pathname }: { pathname: string }) => {
    ({ mutate } = useMutation({
      mutationFn: () => new Promise<void>((resolve) => (endMutation = resolve)),
    }));
    useReloadAfterRelease(pathname, reload);
  };
  const hook = renderHook(usePage, {
    initialProps: { pathname: '/courts' },
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  visit = (pathname) => hook.rerender({ pathname });
});
afterEach(() => {
  cleanup();
  stop();
  globalThis.fetch = fetch;
});

describe('after a release, a missing chunk', () => {
  it('of an open page reloads nothing until another page opens', async () => {
    await missChunk(newBuild);
    visit('/courts');
    expect(reload).not.toHaveBeenCalled();
    visit('/courts/1');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('of a page that has just opened reloads that page', async () => {
    router.state.navigation = { location: court };
    await missChunk(newBuild, () => open(court));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('of a page that is still opening reloads that page once it has opened', async () => {
    router.state.navigation = { location: court };
    await missChunk(newBuild);
    expect(reload).not.toHaveBeenCalled();
    visit('/courts/1');
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

it('a reload waits for a running sign-out', async () => {
  await missChunk(newBuild);
  await act(async () => mutate());
  visit('/courts/1');
  expect(reload).not.toHaveBeenCalled();
  await act(async () => endMutation());
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('a missing chunk reloads nothing if only the network failed', async () => {
  await missChunk(page('/assets/index-old.js'));
  await missChunk(() => Promise.reject(new TypeError('Failed to fetch')));
  await missChunk(() => Promise.resolve(new Response('', { status: 502 })));
  await missChunk(() =>
    Promise.resolve(
      new Response(new ReadableStream({ start: (body) => body.error(new Error('Left')) })),
    ),
  );
  visit('/courts/1');
  expect(reload).not.toHaveBeenCalled();
});
