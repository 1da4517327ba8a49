import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPage, loadElement } from './lazy-page';

const page = () => lazyPage(() => Promise.resolve({ Page: () => <h1>Courts</h1> }));

describe('a page in a file of its own', () => {
  it('shows at once where it was fetched before', async () => {
    const Courts = page();
    await loadElement(<Courts />);
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
    await expect(loadElement(<h1>Home</h1>)).resolves.toBeUndefined();
    await expect(loadElement(undefined)).resolves.toBeUndefined();
  });
});
