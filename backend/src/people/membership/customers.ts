/** Those who pay by the month, as Stripe knows them. The slice that knows memberships provides it. */
export type Customers = Readonly<{
  /** Has Stripe forget somebody, with the cards that they left there. To do it again changes nothing. */
  removeCustomer(userId: string): Promise<void>;
}>;

/** Where it is found in Nest's container. */
export const CUSTOMERS = Symbol('customers');
