import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useEffect, useState } from 'react';
import { type RouteObject, RouterProvider, createMemoryRouter } from 'react-router-dom';
import { mockApi } from '../testing/server';
import { RouteErrorPage } from './error-page';
import { Layout } from './layout';
import { lazyRoute } from './lazy-route';
import { createQueryClient } from './query-client';

const Home = () => <h1>Home</h1>;
const Courts = () => <h1>Private courts</h1>;

/** Renders the layout with a home page and another page at /courts, then navigates to /courts. */
const show = (courts: RouteObject) => {
  mockApi({});
  const pages = [{ path: '/', Component: Home }, { path: '/courts', ...courts } as RouteObject];
  const router = createMemoryRouter([
    { element: <Layout />, children: [{ errorElement: <RouteErrorPage />, children: pages }] },
  ]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return act(() => router.navigate('/courts'));
};
const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe('a page that fails', () => {
  it('shows an error below the header if its chunk is missing, and loads on retry', async () => {
    let isOnline = false;
    const load = (): Promise<ComponentType> =>
      isOnline
        ? Promise.resolve(Courts)
        : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await show({ lazy: lazyRoute(load) });
    expect(await screen.findByRole('heading', { name: "This page didn't load" })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    isOnline = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Private courts' })).toBeTruthy();
  });

  it('loads automatically when the network returns', async () => {
    let isOnline = false;
    await show({
      lazy: lazyRoute(() =>
        isOnline ? Promise.resolve(Courts) : Promise.reject(new TypeError('Failed to fetch')),
      ),
    });
    expect(await screen.findByRole('heading', { name: "This page didn't load" })).toBeTruthy();
    isOnline = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Private courts' })).toBeTruthy();
  });

  it('shows an error below the header if it throws, and other pages still work', async () => {
    await show({
      Component: () => {
        throw new Error('A fault of ours');
      },
    });
    expect(await screen.findByRole('heading', { name: "This page didn't load" })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Courtly, home' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
  });
});

describe('focus after navigation', () => {
  it('moves to the heading of the page', async () => {
    await show({ Component: Courts });
    expect(focused()).toBe('Private courts');
  });

  it('moves to the heading that appears with the data, not to the placeholder', async () => {
    let arrive: () => void = () => undefined;
    const Court = () => {
      const [name, setName] = useState('');
      useEffect(() => void (arrive = () => setName('Camelback Clay')), []);
      return name ? <h1>{name}</h1> : <p role="status">Loading the court...</p>;
    };
    await show({ Component: Court });
    expect(document.activeElement).toBe(screen.getByRole('main'));
    act(() => arrive());
    await waitFor(() => expect(focused()).toBe('Camelback Clay'));
  });
});
