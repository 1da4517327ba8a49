import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { courtLike } from '../../testing/court';
import { renderAt } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { ReserveBar } from './reserve-bar';

afterEach(cleanup);

it('shows the price with fees while the booking panel is off screen', () => {
  let notify: (entries: readonly { isIntersecting: boolean }[]) => void;
  globalThis.IntersectionObserver = class {
    constructor(callback: typeof notify) {
      notify = callback;
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  mockApi({});
  renderAt(
    '/courts/c1',
    <>
      <div id="panel" />
      <ReserveBar court={courtLike()} panelId="panel" />
    </>,
  );
  expect(screen.queryByRole('button', { name: 'Reserve' })).toBeNull();
  act(() => notify([{ isIntersecting: false }]));
  const price = screen.getByText('fees included').parentElement!;
  expect(price.textContent).toMatch(/^\$330 an hourfees included$/);
});
