import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { LoadFailed, lazyComponent } from './lazy-component';

const { fetch } = globalThis;
const isReachable = jest.fn<typeof fetch>();
const failLoad = () => Promise.reject(new TypeError('Failed'));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  globalThis.fetch = isReachable;
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  isReachable.mockReset();
  globalThis.fetch = fetch;
});

it('a lazy component that keeps failing asks for a reload only after a manual retry', async () => {
  isReachable.mockResolvedValue(new Response('', { status: 502 }));
  const Part = lazyComponent(failLoad, {
    renderError: (retryLoad) => <LoadFailed subject="The map" onRetry={retryLoad} />,
  });
  const { rerender } = render(<Part key="first" />);
  expect((await screen.findByRole('alert')).textContent).toContain("The map didn't load.");
  rerender(<Part key="second" />);
  await press('Try Again');
  await screen.findByRole('button', { name: 'Try Again' });
  expect(isReachable).toHaveBeenCalledTimes(1);
  isReachable.mockResolvedValue(new Response(''));
  await press('Try Again');
  await screen.findByRole('button', { name: 'Reload Page' });
  expect(screen.getByRole('alert').textContent).toContain('Reloading clears anything you typed');
});

it('a lazy component that needs a reload leaves the rest of the page as it is', async () => {
  isReachable.mockResolvedValue(new Response(''));
  const Part = lazyComponent(failLoad, {
    renderError: (retryLoad) => <LoadFailed subject="The map" onRetry={retryLoad} />,
  });
  render(
    <>
      <input aria-label="Notes" />
      <Part />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Notes'), 'Bring balls');
  await press('Try Again');
  await screen.findByRole('button', { name: 'Reload Page' });
  expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Bring balls');
});

it('a component that fails to render does not blame the connection', async () => {
  function Counter({ isBroken }: { isBroken: boolean }) {
    if (isBroken) throw new Error('Broken');
    return <p>Counted</p>;
  }
  const Part = lazyComponent(() => Promise.resolve(Counter), {
    renderError: (retryLoad) => <LoadFailed subject="The count" onRetry={retryLoad} />,
  });
  function Page() {
    const [isBroken, setBroken] = useState(true);
    return (
      <>
        <button onClick={() => setBroken(false)}>Repair</button>
        <Part isBroken={isBroken} />
      </>
    );
  }
  render(<Page />);
  expect((await screen.findByRole('alert')).textContent).toContain('The count ran into a problem.');
  await press('Repair');
  await press('Try Again');
  expect(await screen.findByText('Counted')).toBeTruthy();
  expect(isReachable).not.toHaveBeenCalled();
});
