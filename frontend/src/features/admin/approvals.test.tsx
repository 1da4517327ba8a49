import { afterEach, expect, it } from '@jest/globals';
import type { Confirmation } from '@courtly/contracts/confirmations';
import { cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminRoutes } from './admin-routes';

afterEach(cleanup);

const refund: Confirmation = {
  id: 'r1',
  act: 'booking_refund',
  status: 'waiting',
  amount: { amount: '330.00', currency: 'usd' },
  bookingId: 'b1',
  booking: {
    id: 'b1',
    court: { id: 'c1', name: 'Agave Court' },
    player: { id: 'p1', name: 'Nora Net' },
    host: { id: 'h1', name: 'Hana Host' },
    startTime: '2027-03-13T18:00:00.000Z',
    endTime: '2027-03-13T19:00:00.000Z',
    zone: 'America/Phoenix',
    zoneOffsets: [
      { from: '2027-01-01T00:00:00.000Z', until: '2028-01-01T00:00:00.000Z', offset: '-07:00' },
    ],
  },
  member: null,
  policy: null,
  reason: 'The lights failed.',
  requestedBy: { id: 'a2', name: 'Blake Admin' },
  requestedAt: '2027-03-14T18:00:00.000Z',
  expiresAt: '2027-03-17T18:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  rejection: null,
  refusal: null,
};
const policyChange: Confirmation = {
  ...refund,
  id: 'p1',
  act: 'policy_change',
  amount: null,
  bookingId: null,
  booking: null,
  policy: {
    replaces: 'summer',
    effectiveAt: null,
    changes: [{ name: 'feeShare', before: 1000, after: 1250 }],
  },
};

it('the approvals page shows what the second admin confirms: a refund, or new policy values', async () => {
  mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/confirmations': ({ query }) => [
      200,
      query.get('status') === 'decided' ? [] : [refund, policyChange],
    ],
  });
  renderAt(
    '/admin/approvals',
    <Routes>
      <Route path="/admin/*" element={<AdminRoutes />} />
    </Routes>,
  );
  const list = await screen.findByRole('list', { name: 'Waiting requests' });
  const [refundRow, policyRow] = within(list).getAllByRole('listitem');
  expect(refundRow!.textContent).toContain('$330.00 · Refund of a booking');
  expect(refundRow!.textContent).toContain('Agave Court');
  expect(refundRow!.textContent).toContain('Player Nora Net, host Hana Host');
  expect(policyRow!.textContent).toContain('Replaces summer as soon as possible');
});
