/** The Stripe customer of each user, created once. Implemented by the cards slice. */
export type Customers = Readonly<{
  /**
   * The customer id, after creating the customer if necessary. `lostId` names a customer that
   * Stripe no longer has. `at` is the current instant (UTC).
   * @throws Stripe.errors.StripeError
   */
  customerIdOf(userId: string, at: string, lostId?: string): Promise<string>;
  /** Also ends subscriptions and removes cards. Safe to repeat. */
  removeCustomer(userId: string): Promise<void>;
}>;

export const CUSTOMERS = Symbol('customers');
