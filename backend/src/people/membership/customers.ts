/** Stripe customers. Implemented by the membership slice. */
export type Customers = Readonly<{
  removeCustomer(userId: string): Promise<void>;
}>;

export const CUSTOMERS = Symbol('customers');
