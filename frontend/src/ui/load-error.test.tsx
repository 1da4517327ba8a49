import { afterEach, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../testing/render';
import { LoadErrors } from './load-error';

afterEach(cleanup);

it('announces each failure and keeps the focus on the retry button until there is data', async () => {
  let { promise: response, resolve, reject } = Promise.withResolvers<string>();
  function Figures() {
    const figuresQuery = useQuery({ queryKey: ['figures'], queryFn: () => response });
    return (
      <>
        <LoadErrors label="your figures" queries={[figuresQuery]} />
        {figuresQuery.data}
      </>
    );
  }
  const fail = () => {
    const rejectResponse = reject;
    ({ promise: response, resolve, reject } = Promise.withResolvers<string>());
    rejectResponse(new Error('offline'));
  };
  renderAt('/', <Figures />);
  expect(screen.queryByRole('alert')).toBeNull();
  fail();
  const button = await screen.findByRole('button', { name: 'Try Again' });
  const firstAlert = screen.getByRole('alert');
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(document.activeElement).toBe(button);
  fail();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  // Screen readers announce alerts that are added.
  const secondAlert = screen.getByRole('alert');
  expect(secondAlert).not.toBe(firstAlert);
  expect(secondAlert.textContent).toBe('Unable to load your figures');
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  resolve('12 bookings');
  expect(await screen.findByText('12 bookings')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
