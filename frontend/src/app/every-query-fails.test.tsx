import type { User } from '@courtly/contracts/identity';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { type RouteObject, RouterProvider, createMemoryRouter } from 'react-router-dom';
import { exampleHandlers } from '../testing/example-handlers';
import { robin } from '../testing/render';
import { type Handlers, holdSession, mockApi } from '../testing/server';
import { mockStripe } from '../testing/stripe';
import { createQueryClient } from './query-client';
import { createRoutes } from './routes';

/** A quiet page makes no request and renders nothing new during this many ticks. */
const QUIET_TICKS = 3;
const MAX_TICKS = 200;
const RETRY_BUTTON = /^(?:Try Again|Load Account|Load more )/;

const listsOf = (...filters: string[]): string[] =>
  filters.flatMap((filter) => [`GET /api/bookings?${filter}`, `GET /api/host/bookings?${filter}`]);

/** Reads of tabs that are not open. They only add a count, and their own tab shows the error. */
const otherTabs: Readonly<Record<string, readonly string[]>> = {
  '/bookings': listsOf('when=past', 'status=cancelled'),
  '/bookings?tab=past': listsOf('when=upcoming', 'status=cancelled'),
  '/bookings?tab=cancelled': listsOf('when=upcoming', 'when=past'),
};

type Role = User['role'] | 'visitor';

/** The pages below a path that a route leaves to its component, and the tabs of pages. */
const furtherAddresses = [
  ...['dashboard', 'users', 'courts', 'bookings', 'money', 'approvals', 'accounting', 'reviews'],
  ...['disputes', 'incidents', 'rating-flags', 'system', 'replay', 'cities', 'policies', 'audit'],
]
  .map((page) => `/admin/${page}`)
  .concat([
    '/matches',
    '/matches/claim/m1/abc',
    '/bookings?tab=past',
    '/bookings?tab=cancelled',
    '/host-dashboard?tab=bookings',
    '/host-dashboard?tab=earnings',
    '/host-dashboard?tab=analytics',
    '/profile?tab=achievements',
    '/profile?tab=activity',
    '/profile?tab=preferences',
    '/profile?tab=settings',
    '/players/p1?tab=matches',
    '/players/p1?tab=courts',
    '/checkout?bookingId=b1',
    '/checkout?plan=founding',
    '/checkout?plan=monthly',
    '/checkout-success?payment_intent=pi_1',
    '/invited?token=abc',
    '/application-deletion?token=abc',
    '/verify-email?token=abc',
    '/confirm-email?token=abc',
    '/reset-password?token=abc',
  ]);

const addressesIn = (routes: readonly RouteObject[], parentPath = ''): string[] =>
  routes.flatMap(({ path = '', children }) => {
    const fullPath = path.startsWith('/') ? path : `${parentPath}${path}`;
    if (children) return addressesIn(children, fullPath);
    return fullPath.includes('*') ? [] : [fullPath.replace(/:\w+/g, 'a1')];
  });

const roleFor = (address: string): Role => {
  if (/^\/(?:login|register|forgot-password|reset-password)/.test(address)) return 'visitor';
  if (address.startsWith('/admin')) return 'admin';
  return /^\/(?:host|owner|bookings|courts\/(?:new|.+\/edit))/.test(address) ? 'owner' : 'player';
};

/** Instants in query parameters depend on the clock. */
const requestName = (name: string, query: URLSearchParams): string => {
  const lasting = [...query].filter(([, value]) => !/^\d{4}-\d\d-\d\dT/.test(value));
  return lasting.length > 0 ? `${name}?${new URLSearchParams(lasting)}` : name;
};

/** Opens a page, of which one request fails until `repair` is called. */
const open = async (address: string, failingRequest?: string) => {
  const role = roleFor(address);
  const handlers = exampleHandlers(role === 'visitor' ? null : { ...robin, role });
  const requests = new Set<string>();
  let isBroken = true;
  let resume: () => void = () => undefined;
  let pause: Promise<void> | undefined;
  mockApi(
    new Proxy(handlers, {
      get: (_, name: string): Handlers[string] | undefined => {
        const handler = handlers[name];
        return (
          handler &&
          (async (request) => {
            const requested = requestName(name, request.query);
            if (name.startsWith('GET ')) requests.add(requested);
            if (requested !== failingRequest) return handler(request);
            if (isBroken) return [500, { code: 'internal', message: 'Something went wrong.' }];
            await pause;
            return handler(request);
          })
        );
      },
    }),
  );
  mockStripe();
  holdSession(role !== 'visitor');
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  const pathname = address.split('?')[0]!;
  const router = createMemoryRouter(createRoutes(queryClient, { pathname }), {
    initialEntries: [address],
  });
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  let lastText = '';
  const settle = async () => {
    for (let ticks = 0, quietTicks = 0; quietTicks < QUIET_TICKS && ticks < MAX_TICKS; ticks += 1) {
      await act(() => new Promise<void>((resolve) => setTimeout(resolve, 1)));
      const isQuiet =
        router.state.navigation.state === 'idle' &&
        queryClient.isFetching() === 0 &&
        document.body.textContent === lastText &&
        !document.querySelector('[role="status"][aria-label^="Loading"]');
      lastText = document.body.textContent;
      quietTicks = isQuiet ? quietTicks + 1 : 0;
    }
  };
  await settle();
  return {
    requests,
    settle,
    close: () => {
      unmount();
      queryClient.clear();
    },
    isOptional: () => isOptional(queryClient),
    /** The next response of the failing request waits until it is resumed. */
    repair: () => {
      isBroken = false;
      pause = new Promise((resolve) => (resume = resolve));
    },
    resume: () => resume(),
  };
};

/** Whether the page can do without every query that failed. */
const isOptional = (queryClient: QueryClient): boolean => {
  const failedQueries = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'error');
  const observers = failedQueries.flatMap((query) => query.observers);
  return observers.length > 0 && observers.every(({ options }) => options.meta?.optional);
};

// Selectors are several times faster than roles, which compute the style of every element.
const alertTexts = () =>
  [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
const buttonsNamed = (name: RegExp) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => name.test(textContent));
const shownText = () => document.querySelector('#main')?.textContent;
const heading = () => document.querySelector('#main h1')?.textContent;

type CompletePage = { text: string | undefined; alerts: number };

/** What is wrong with the page while this request fails, and after a retry. */
const problemsWith = async (
  address: string,
  failingRequest: string,
  { text: completeText, alerts: usualAlerts }: CompletePage,
) => {
  const page = await open(address, failingRequest);
  const problems: string[] = [];
  try {
    if (!heading()) problems.push('no heading');
    if (page.isOptional()) return problems;
    const alerts = alertTexts().filter(Boolean);
    // The header offers to load the account on pages that work without one.
    const isInHeader = buttonsNamed(/^Load Account$/).length > 0;
    if (alerts.length !== usualAlerts + 1 && !(isInHeader && alerts.length === usualAlerts))
      problems.push(`${alerts.length - usualAlerts} alerts (${alerts.join(' | ')})`);
    const [button, ...otherButtons] = buttonsNamed(RETRY_BUTTON);
    if (!button) return [...problems, 'no way to retry'];
    page.repair();
    for (const retryButton of [button, ...otherButtons]) {
      retryButton.focus();
      fireEvent.click(retryButton);
    }
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    if (!button.isConnected) problems.push('the button is gone during the retry');
    page.resume();
    await page.settle();
    if (shownText() !== completeText)
      problems.push(`incomplete after the retry: ${shownText()} instead of ${completeText}`);
    return problems;
  } finally {
    page.resume();
    page.close();
  }
};

const addresses = [
  ...new Set([...addressesIn(createRoutes(createQueryClient())), ...furtherAddresses]),
];

beforeEach(() => {
  jest.useFakeTimers({
    now: new Date('2099-03-12T17:00:00.000Z'),
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'queueMicrotask',
      'nextTick',
      'performance',
      'hrtime',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a page with one failing query', () => {
  it.each(addresses)('at %s shows an error, and is complete after a retry', async (address) => {
    const { requests, close } = await open(address);
    const completePage = {
      text: shownText(),
      alerts: alertTexts().filter(Boolean).length,
    };
    close();
    const problems: string[] = [];
    for (const request of requests) {
      if (otherTabs[address]?.includes(request)) continue;
      for (const problem of await problemsWith(address, request, completePage))
        problems.push(`${request}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });
});
