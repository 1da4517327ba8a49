/** Private records that no call returns. Their ids are derived from the objects they belong to. */
export type PrivateObjects = {
  /** The test card of a payment method. */
  _card: {
    id: string;
    number: string;
    /** Authenticated for off-session charges. */
    setUp: boolean;
    /** Charged without a customer, or detached from one, so it cannot be used again. */
    usedUp: boolean;
  };
  /** The return URL of an intent that waits for 3-D Secure. */
  _authentication: { id: string; return_url: string | null; off_session: boolean };
  /** A deleted customer or account, which can still be retrieved. */
  _deleted: { id: string };
  /** An account link. Once opened, it stays valid until onboarding is finished. */
  _onboarding: {
    id: string;
    account: string;
    expires_at: number;
    opened: boolean;
    refresh_url: string;
    return_url: string;
  };
  /** A billing portal session, found by the token in its URL. */
  _portal: { id: string; customer: string; return_url: string | null };
  /** The signing secret of a webhook endpoint, and whose events it receives. */
  _endpoint: { id: string; secret: string; hears: 'platform' | 'connect' | 'both' };
};
