import { expect, it } from '@jest/globals';
import { memberIdOf, memberReferenceOf } from './member-of.js';

it.each<[string, object, string | undefined]>([
  ['an intent or a subscription with a user id', { metadata: { userId: 'ann', nth: '1' } }, 'ann'],
  [
    'an invoice of a subscription with a user id',
    { metadata: {}, parent: { subscription_details: { metadata: { userId: 'ann' } } } },
    'ann',
  ],
  ['a customer', { object: 'customer', metadata: { userId: 'ann' } }, undefined],
  ['a payment of a booking', { metadata: { bookingId: 'b1' } }, undefined],
  ['an object without metadata', { object: 'balance' }, undefined],
  [
    'metadata of another type',
    { metadata: { userId: '' }, parent: { subscription_details: null } },
    undefined,
  ],
])('finds the user of %s', (_, object, userId) => expect(memberIdOf(object)).toBe(userId));

it.each<[string, object, object | null]>([
  ['the intent of a dispute', { object: 'dispute', payment_intent: 'pi_1' }, { intentId: 'pi_1' }],
  [
    'the intent of a refunded charge',
    { object: 'charge', payment_intent: 'pi_1', metadata: { userId: 'ann' } },
    { intentId: 'pi_1' },
  ],
  [
    'the user of an intent',
    { object: 'payment_intent', metadata: { userId: 'ann' } },
    { userId: 'ann' },
  ],
  ['nothing for a balance', { object: 'balance' }, null],
])('names %s', (_, object, reference) => expect(memberReferenceOf(object)).toEqual(reference));
