/** Stripe customers. Implemented by the membership slice. */
export type Customers = Readonly<{
  /** Deletes the Stripe customer of a user and their cards. Safe to run again. */
  removeCustomer(userId: string): Promise<void>;
}>;

export const CUSTOMERS = Symbol('customers');
