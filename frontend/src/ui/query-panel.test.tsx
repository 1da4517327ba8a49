import { afterEach, expect, it } from '@jest/globals';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderAt } from '../testing/render';
import { QueryPanel } from './query-panel';

afterEach(cleanup);

it('announces each failure and keeps the focus on its retry button until there is data', async () => {
  let { promise: response, resolve, reject } = Promise.withResolvers<string>();
  const fail = () => {
    const rejectResponse = reject;
    ({ promise: response, resolve, reject } = Promise.withResolvers<string>());
    rejectResponse(new Error('offline'));
  };
  function Figures() {
    const [month, setMonth] = useState('March');
    const figuresQuery = useQuery({
      queryKey: ['figures', month],
      queryFn: () => (month === 'March' ? 'March: 9 bookings' : response),
      placeholderData: keepPreviousData,
    });
    return (
      <>
        <button onClick={() => setMonth('April')}>Next month</button>
        <QueryPanel query={figuresQuery} label="your figures">
          {(figures) => figures}
        </QueryPanel>
      </>
    );
  }
  renderAt('/', <Figures />);
  expect(screen.getByRole('status', { name: 'Loading your figures' })).toBeTruthy();
  expect(await screen.findByText('March: 9 bookings')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByText('March: 9 bookings')).toBeTruthy();
  fail();
  const button = await screen.findByRole('button', { name: 'Try Again' });
  const firstAlert = screen.getByRole('alert');
  expect(firstAlert.textContent).toBe('Unable to load your figures');
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(document.activeElement).toBe(button);
  fail();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(document.activeElement).toBe(button);
  // Screen readers announce alerts that are added.
  expect(screen.getByRole('alert')).not.toBe(firstAlert);
  await userEvent.click(button);
  resolve('April: 12 bookings');
  expect(await screen.findByText('April: 12 bookings')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
