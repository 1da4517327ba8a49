import type { ElitePlans, Membership } from '@courtly/contracts/membership';
import type { MembershipReceipt } from '@courtly/contracts/receipts';

/** Plans with 46 founding seats taken. */
export const plansLike = (isOpen = true): ElitePlans => ({
  founding: { price: '199.00', seats: 100, seatsLeft: 54, nextNumber: 47, isOpen },
  monthly: {
    price: '100.00',
    needsApplication: false,
    isOpen,
    renewalConsent: { version: '2026-11', text: 'I agree that it renews.', textHash: 'abc' },
  },
});

export const membershipLike = (changes: Partial<Membership> = {}): Membership => ({
  tier: 'elite',
  state: 'active',
  plan: 'founding',
  founderNumber: 47,
  since: '2027-03-10T12:00:00.000Z',
  until: '2028-03-10T12:00:00.000Z',
  accessUntil: '2028-03-10T12:00:00.000Z',
  renewsAt: null,
  price: '199.00',
  canRenew: false,
  canCancel: false,
  hasPortal: false,
  ...changes,
});

/** The membership of a user who never had one. */
export const noMembership: Membership = {
  ...membershipLike({ tier: 'free', state: 'none', plan: null, founderNumber: null, since: null }),
  until: null,
  accessUntil: null,
  price: null,
};

/** The receipt of a founding year. */
export const membershipReceiptLike = (
  changes: Partial<MembershipReceipt> = {},
): MembershipReceipt => ({
  receiptNumber: '20270310-ABCDEFGH-1',
  issuedAt: '2027-03-10T12:00:00.000Z',
  seller: 'Courtly',
  member: 'Robin Base',
  plan: 'founding',
  period: { from: '2027-03-10T12:00:00.000Z', until: '2028-03-10T12:00:00.000Z' },
  amount: '199.00',
  card: { brand: 'visa', last4: '4242' },
  moved: [{ what: 'paid', amount: '199.00', at: '2027-03-10T12:00:00.000Z' }],
  netAmount: '199.00',
  ...changes,
});
