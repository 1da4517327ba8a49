import type { PayoutAccount } from '@courtly/contracts/payouts';
import type { Member } from './courtly.js';
import type { PaidCourtly } from './paid-courtly.js';
import { eventually } from './stores.js';

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
  await eventually('it can be paid', async () => (await payoutAccountOf(host)).state === 'active');
  return id;
};
