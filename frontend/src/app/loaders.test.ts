import { expect, it } from '@jest/globals';
import { checkoutDocument, crossesCheckout } from './loaders';

const at = (path: string) => new URL(path, 'https://courtly.example');
const goes = (from: string, to: string) => checkoutDocument(at(from))({ request: new Request(at(to)) });

it('loads a document of its own for checkout, on the way in and on the way out', () => {
  const into = goes('/courts/c1', '/checkout?bookingId=b1');
  expect(into?.headers.get('Location')).toBe('https://courtly.example/checkout?bookingId=b1');
  expect(into?.headers.get('X-Remix-Reload-Document')).toBe('true');
  expect(goes('/checkout', '/bookings')?.headers.get('Location')).toBe('https://courtly.example/bookings');
});

it('stays in the document between pages of one kind', () => {
  expect(goes('/Checkout/', '/checkout?bookingId=b2')).toBeNull();
  expect(goes('/courts', '/bookings')).toBeNull();
  expect(goes('/courts', '/checkout-success')).toBeNull();
});

it('asks again only where a way crosses into the other kind', () => {
  const crosses = (from: string, to: string) => crossesCheckout({ currentUrl: at(from), nextUrl: at(to) });
  expect(crosses('/courts', '/courts?date=2027-03-13')).toBe(false);
  expect(crosses('/courts', '/checkout')).toBe(true);
});
