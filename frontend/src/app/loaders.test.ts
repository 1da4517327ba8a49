import { expect, it } from '@jest/globals';
import { checkoutDocument } from './loaders';

const at = (path: string) => new URL(path, 'https://courtly.example');
const goes = (from: string, to: string) =>
  checkoutDocument(at(from))({ request: new Request(at(to)) });

it('loads a new document when entering or leaving checkout', () => {
  const into = goes('/courts/c1', '/checkout?bookingId=b1');
  expect(into?.headers.get('Location')).toBe('https://courtly.example/checkout?bookingId=b1');
  expect(into?.headers.get('X-Remix-Reload-Document')).toBe('true');
  expect(goes('/checkout', '/bookings')?.headers.get('Location')).toBe(
    'https://courtly.example/bookings',
  );
});

it('stays in the same document for all other navigations', () => {
  expect(goes('/Checkout/', '/checkout?bookingId=b2')).toBeNull();
  expect(goes('/courts', '/bookings')).toBeNull();
  expect(goes('/courts', '/checkout-success')).toBeNull();
});
