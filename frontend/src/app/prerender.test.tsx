import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router-dom';
import { mockApi } from '../testing/server';
import { App, loadMatched } from './app';
import { prerenderedPaths, render } from './prerender';
import { createQueryClient } from './query-client';
import { routesOf } from './routes';

let errors: unknown[][];
beforeEach(() => {
  errors = [];
  jest.spyOn(console, 'error').mockImplementation((...error) => void errors.push(error));
  jest.spyOn(globalThis, 'scrollTo').mockReturnValue(undefined);
  mockApi({});
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe.each(prerenderedPaths)('the first view of %s', (path) => {
  it('is there before any script, and the application takes it over as it is', async () => {
    const html = await render(path);
    document.body.innerHTML = `<div id="root">${html}</div>`;
    const heading = screen.getByRole('heading', { level: 1 });
    const client = createQueryClient();
    const routes = routesOf(client);
    await loadMatched(routes, { pathname: path });
    const router = createMemoryRouter(routes, { initialEntries: [path] });
    const recovered: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(document.getElementById('root')!, <App client={client} router={router} />, {
        onRecoverableError: (error) => void recovered.push(error),
      }),
    );
    expect(recovered).toEqual([]);
    // Of attributes that differ React tells there. That two renderers share a context is so in this test alone.
    expect(errors.filter(([message]) => /hydrat/i.test(String(message)))).toEqual([]);
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    act(() => root.unmount());
  });
});
