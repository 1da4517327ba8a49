/** What the stand-in keeps beside Stripe's objects and no call answers. Ids are those of the objects that they belong to. */
export type PrivateObjects = {
  /** How the card of a payment method behaves. */
  _card: {
    id: string;
    number: string;
    /** Authenticated for charges off session. */
    setUp: boolean;
    /** Charged without a customer, or detached from one: it may not be used again. */
    usedUp: boolean;
  };
  /** Where an intent that waits for 3-D Secure sends the customer back to. */
  _authentication: { id: string; return_url: string | null; off_session: boolean };
  /** A customer or an account that was deleted: it can still be asked for. */
  _deleted: { id: string };
  /** An account link; opened once, it works until it is finished. */
  _onboarding: {
    id: string;
    account: string;
    expires_at: number;
    opened: boolean;
    refresh_url: string;
    return_url: string;
  };
  /** A billing portal session, found by what its address holds. */
  _portal: { id: string; customer: string; return_url: string | null };
  /** What signs the deliveries to a webhook endpoint, and whose events it hears. */
  _endpoint: { id: string; secret: string; hears: 'platform' | 'connect' | 'both' };
};
