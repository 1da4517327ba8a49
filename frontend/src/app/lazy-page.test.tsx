import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { type Prefetch, lazyPage, loadElement } from './lazy-page';

const client = new QueryClient();
const page = () => lazyPage(() => Promise.resolve({ Page: () => <h1>Courts</h1> }));

describe('a page in a file of its own', () => {
  it('shows at once where it was fetched before', async () => {
    const Courts = page();
    await loadElement(<Courts />, client, {});
    render(<Courts />);
    expect(screen.getByRole('heading', { name: 'Courts' })).not.toBeNull();
  });

  it('is fetched when somebody goes there', async () => {
    const Courts = page();
    render(
      <Suspense fallback="On its way">
        <Courts />
      </Suspense>,
    );
    expect(screen.getByText('On its way')).not.toBeNull();
    expect(await screen.findByRole('heading', { name: 'Courts' })).not.toBeNull();
  });

  it('is no other element of a route', async () => {
    await expect(loadElement(<h1>Home</h1>, client, {})).resolves.toBeUndefined();
    await expect(loadElement(undefined, client, {})).resolves.toBeUndefined();
  });
});

describe('what a page shows first', () => {
  const Court = (prefetch: Prefetch) => lazyPage(() => Promise.resolve({ Page: () => null, prefetch }));
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is asked for with the code, by the address', async () => {
    const prefetch = jest.fn<Prefetch>().mockResolvedValue(undefined);
    const Page = Court(prefetch);
    await loadElement(<Page />, client, { courtId: 'c1' });
    expect(prefetch).toHaveBeenCalledWith(client, { courtId: 'c1' });
  });

  it('holds the first view up for a moment at most', async () => {
    jest.useFakeTimers();
    const Page = Court(() => new Promise(() => {}));
    const ready = jest.fn();
    void loadElement(<Page />, client, {}).then(ready);
    await jest.advanceTimersByTimeAsync(100);
    expect(ready).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(100);
    expect(ready).toHaveBeenCalled();
  });
});
