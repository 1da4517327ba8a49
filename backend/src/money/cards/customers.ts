/** The Stripe customer of each user, which is created once. Provided by the cards slice. */
export type Customers = Readonly<{
  /**
   * Returns the customer id, after creating the customer if necessary. `lostId` is a customer that
   * Stripe no longer has. `at` is the current instant (UTC).
   * @throws Stripe.errors.StripeError
   */
  customerIdOf(userId: string, at: string, lostId?: string): Promise<string>;
  /** Also ends subscriptions and removes cards. Safe to repeat. */
  removeCustomer(userId: string): Promise<void>;
}>;

export const CUSTOMERS = Symbol('customers');
