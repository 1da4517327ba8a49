import type { PayoutAccount } from '@courtly/contracts/payouts';
import type { PayoutReminderEvent } from '../src/money/payouts/payout-reminder.events.js';
import type { Member } from './courtly.js';
import type { PaidCourtly } from './paid-courtly.js';
import { eventually } from './stores.js';

/** A payout of $297 is due to a host without an account that can be paid. */
export const payoutsWaiting = (
  changes: Partial<PayoutReminderEvent['data']> = {},
): PayoutReminderEvent => ({
  type: 'HostPayoutsWaiting',
  data: {
    hostId: 'hana',
    bookings: 1,
    amountCents: 29_700,
    remindedAt: '2027-03-14T19:00:00.000Z',
    ...changes,
  },
});

export const payoutAccountOf = async (host: Member): Promise<PayoutAccount> =>
  (await host.agent.get('/api/host/payout-account').expect(200)).body as PayoutAccount;

/** Opens an account that can be paid, and returns its id at Stripe. */
export const openPayoutAccount = async (
  { stripe, control }: PaidCourtly,
  host: Member,
): Promise<string> => {
  await host.agent.post('/api/host/payout-account').send({}).expect(200);
  const { data } = await stripe.accounts.list({ limit: 100 });
  const { id } = data.find(({ metadata }) => metadata?.['hostId'] === host.user.id)!;
  await control('POST', `/accounts/${id}/transfers`, { status: 'active' });
  await eventually(
    'the account can be paid',
    async () => (await payoutAccountOf(host)).state === 'active',
  );
  return id;
};
