import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { customer } from './customer.js';

const given = specification(customer);
const createdAt = '2027-03-10T12:00:00.000Z';
const record = (customerId: string, lostId: string | null = null) =>
  ({
    type: 'RecordCustomer',
    data: { userId: 'u1', customerId, lostId, at: createdAt },
  }) as const;
const created = (customerId: string) =>
  ({ type: 'CustomerCreated', data: { userId: 'u1', customerId, createdAt } }) as const;

describe('a Stripe customer', () => {
  it('is recorded once', () => given().when(record('cus_1')).then(created('cus_1')));

  it('keeps the first id if two processes create one', () =>
    given(created('cus_1')).when(record('cus_2')).then());

  it('is replaced if Stripe no longer has it', () =>
    given(created('cus_1')).when(record('cus_2', 'cus_1')).then(created('cus_2')));

  it('is replaced once', () =>
    given(created('cus_1'), created('cus_2')).when(record('cus_3', 'cus_1')).then());
});
