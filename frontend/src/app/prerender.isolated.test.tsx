import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router-dom';
import { plansLike } from '../testing/membership';
import { mockApi } from '../testing/server';
import { App, loadMatchedRoutes } from './app';
import { prerenderedPaths, renderPage, renderShells } from './prerender';
import { createQueryClient } from './query-client';
import { createRoutes } from './routes';

let errors: unknown[][];
beforeEach(() => {
  errors = [];
  jest.spyOn(console, 'error').mockImplementation((...error) => void errors.push(error));
  jest.spyOn(globalThis, 'scrollTo').mockReturnValue(undefined);
  mockApi({
    'GET /api/membership/plans': () => [200, plansLike()],
    'GET /api/auth/providers': () => [200, []],
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe.each(prerenderedPaths)('the first view of %s', (path) => {
  it('renders without scripts and hydrates without changes in a later year', async () => {
    jest.useFakeTimers({ now: Date.parse('2020-12-31T12:00:00Z'), advanceTimers: true });
    const html = await renderPage(path);
    jest.useRealTimers();
    document.body.innerHTML = `<div id="root">${html}</div>`;
    const heading = screen.getByRole('heading', { level: 1 });
    const queryClient = createQueryClient();
    const routes = createRoutes(queryClient);
    await loadMatchedRoutes(routes, { pathname: path });
    const router = createMemoryRouter(routes, { initialEntries: [path] });
    const recovered: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(document.getElementById('root')!, <App client={queryClient} router={router} />, {
        onRecoverableError: (error) => void recovered.push(error),
      }),
    );
    expect(recovered).toEqual([]);
    // React logs attribute mismatches to the console. Ignore other errors: two renderers share a
    // context in this test only.
    expect(errors.filter(([message]) => /hydrat/i.test(String(message)))).toEqual([]);
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    act(() => root.unmount());
  });
});

describe('the served registration form', () => {
  it('is submitted after hydration, with everything entered before', async () => {
    const apiCalls = mockApi({
      'GET /api/auth/providers': () => [200, []],
      'POST /api/auth/register': () => [409, { code: 'taken', message: 'Taken.' }],
    });
    document.body.innerHTML = `<div id="root">${await renderPage('/register')}</div>`;
    const registration = {
      firstName: 'Robin',
      lastName: 'Base',
      username: 'robin',
      email: 'robin@example.test',
      phone: '4805550123',
      password: 'password1',
    };
    for (const [name, text] of Object.entries(registration))
      document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = text;
    screen.getByRole<HTMLInputElement>('radio', { name: 'Become a host' }).checked = true;
    await import('./before-paint.js' as string);
    fireEvent.submit(document.querySelector('form')!);

    const queryClient = createQueryClient();
    const routes = createRoutes(queryClient);
    await loadMatchedRoutes(routes, { pathname: '/register' });
    const router = createMemoryRouter(routes, { initialEntries: ['/register'] });
    const root = await act(() =>
      hydrateRoot(document.getElementById('root')!, <App client={queryClient} router={router} />),
    );
    await waitFor(() => expect(apiCalls.at(-1)?.body).toEqual({ ...registration, role: 'owner' }));
    act(() => root.unmount());
  });
});

describe('the page shell', () => {
  it.each([
    ['other', null],
    ['courts', 'Private courts'],
    ['courtsWithPhoto', 'Private courts'],
    ['court', '%COURT_NAME%'],
    ['courtWithPhoto', '%COURT_NAME%'],
  ] as const)(
    'of type %s shows the header, a loading indicator, and any heading',
    async (shell, heading) => {
      document.body.innerHTML = `<div id="root">${(await renderShells())[shell]}</div>`;
      expect(screen.getByRole('link', { name: 'Courtly, home' })).toBeTruthy();
      expect(screen.getAllByRole('status').length).toBeGreaterThan(1);
      expect(screen.queryByRole('heading', { level: 1 })?.textContent ?? null).toBe(heading);
      const photo = document.querySelector('img');
      expect(photo?.getAttribute('srcset')).toBe(
        shell.endsWith('WithPhoto')
          ? '%COURT_PHOTO%?width=800 800w, %COURT_PHOTO% 2000w'
          : undefined,
      );
      expect(screen.queryByText('%COURT_DESCRIPTION%') === null).toBe(heading !== '%COURT_NAME%');
      const queryClient = createQueryClient();
      const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: ['/login'] });
      const root = createRoot(document.getElementById('root')!);
      await act(async () => root.render(<App client={queryClient} router={router} />));
      expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      expect(screen.getAllByRole('link', { name: 'Courtly, home' })).toHaveLength(1);
      act(() => root.unmount());
    },
  );
});
