import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazyComponent } from './lazy-component';

const { fetch } = globalThis;

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  globalThis.fetch = fetch;
});

it('a lazy component that keeps failing reloads the page only after a manual retry', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  const ask = jest.fn(() => Promise.resolve(new Response('', { status: 502 })));
  globalThis.fetch = ask;
  const Part = lazyComponent(() => Promise.reject(new TypeError('Failed')), {
    renderError: (retryLoad) => <button onClick={retryLoad}>Try Again</button>,
  });
  const tryAgain = () => screen.findByRole('button', { name: 'Try Again' });
  const { rerender } = render(<Part key="first" />);
  await tryAgain();
  rerender(<Part key="second" />);
  await userEvent.click(await tryAgain());
  await waitFor(() => expect(ask).toHaveBeenCalled());
  await tryAgain();
  expect(ask).toHaveBeenCalledTimes(1);
});
