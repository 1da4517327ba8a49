import { expect, it } from '@jest/globals';
import { sealedTickets } from './sealed-tickets.service.js';
import { SignInTickets, TICKET_LIFETIME_MS } from './sign-in-tickets.service.js';

const nowMs = Date.UTC(2027, 2, 1);
const ticket = { userId: 'ada', stamp: 'stamp' };
const ticketsWith = (...SESSION_SECRETS: string[]) => new SignInTickets({ SESSION_SECRETS });
const issued = ticketsWith('first').issue(ticket, nowMs);

it('a ticket proves the password for five minutes', () => {
  const tickets = ticketsWith('first');
  expect(tickets.open(issued, nowMs + TICKET_LIFETIME_MS - 1)).toEqual(ticket);
  expect(tickets.open(issued, nowMs + TICKET_LIFETIME_MS)).toBeNull();
});

it('a ticket stays valid while its secret is listed', () => {
  expect(ticketsWith('second', 'first').open(issued, nowMs)).toEqual(ticket);
  expect(ticketsWith('second').open(issued, nowMs)).toBeNull();
});

it('a ticket for another purpose is rejected', () => {
  const tickets = sealedTickets<typeof ticket>(['first'], 'something else', TICKET_LIFETIME_MS);
  expect(tickets.open(issued, nowMs)).toBeNull();
  expect(ticketsWith('first').open(tickets.issue(ticket, nowMs), nowMs)).toBeNull();
});

it('a ticket cannot be forged or read', () => {
  const tickets = ticketsWith('first');
  const bytes = Buffer.from(issued, 'base64');
  for (const position of [0, 12, bytes.length - 1]) {
    const forged = Buffer.from(bytes);
    forged[position]! ^= 1;
    expect(tickets.open(forged.toString('base64'), nowMs)).toBeNull();
  }
  for (const nonsense of ['', 'nonsense', '%%%']) expect(tickets.open(nonsense, nowMs)).toBeNull();
  expect(bytes.includes('ada')).toBe(false);
});
