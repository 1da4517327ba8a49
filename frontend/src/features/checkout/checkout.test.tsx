import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { buildBooking } from '../../testing/booking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { CheckoutPage } from './checkout-page';

afterEach(cleanup);

const show = (changes: Parameters<typeof buildBooking>[0]) => {
  mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings/b1': () => [200, buildBooking(changes)],
  });
  renderAt('/checkout?bookingId=b1', <CheckoutPage />);
};
const past = '2020-01-02T17:00:00.000Z';

it('says until when a booking is given back free of charge, in the time of the court', async () => {
  show({});
  expect(await screen.findByText('Free cancellation until Thu, Mar 12, 10:00 AM MST.')).toBeTruthy();
});

it('says when that has ended, but never of a request that waits for its answer', async () => {
  show({ freeCancelUntil: past });
  expect(await screen.findByText('Free cancellation ended Thu, Jan 2, 10:00 AM MST.')).toBeTruthy();
  cleanup();
  show({ freeCancelUntil: past, status: 'pending' });
  expect(await screen.findByText('Free cancellation until the host answers.')).toBeTruthy();
});

it('promises nothing about a booking that cannot be cancelled', async () => {
  show({ status: 'cancelled', canCancel: false });
  expect(await screen.findByRole('heading', { name: 'This booking was cancelled' })).toBeTruthy();
  expect(screen.queryByText(/Free cancellation/)).toBeNull();
});
