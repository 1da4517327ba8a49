export type PayoutInterval = 'daily' | 'manual';

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
  /** A login link to the Express dashboard of an account, found by the token in its URL. */
  _login: { id: string; account: string };
  /** A billing portal session, found by the token in its URL. */
  _portal: { id: string; customer: string; return_url: string | null };
  /**
   * The balance of the platform or of a connected account, in cents, and when it is next paid out
   * automatically, in Unix seconds.
   */
  _balance: { id: string; available: number; pending: number; pays_out_at: number | null };
  /** How an account is paid out; by the id of the account. */
  _payout_settings: {
    id: string;
    interval: PayoutInterval;
    debit_negative_balances: boolean;
    minimum_cents: number;
    statement_descriptor: string | null;
  };
  /** Seconds until the balance transaction of a captured charge exists. */
  _capture_delay: { id: string; seconds: number };
  /** The first status of the refunds of a charge. */
  _refund_start: { id: string; status: 'succeeded' | 'pending' | 'requires_action' };
  /** A balance transaction that an automatic payout included. */
  _paid_out: { id: string; payout: string };
  /** The signing secret of a webhook endpoint, and whose events it receives. */
  _endpoint: { id: string; secret: string; hears: 'platform' | 'connect' | 'both' };
};
