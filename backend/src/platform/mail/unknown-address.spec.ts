import { describe, expect, it } from '@jest/globals';
import { isUnknownAddress } from './smtp-outbox.service.js';

const rejected = (response: string) => isUnknownAddress({ command: 'RCPT TO', response });

describe('a rejected recipient', () => {
  it.each([
    '550 5.1.1 The email account that you tried to reach does not exist',
    '550-5.2.1 The account is disabled',
    '550 No such user here',
    '550 Unknown user',
    '550 <robin@club.example>: Recipient address rejected: User unknown',
    '553 Invalid recipient',
    '551 Mailbox not found',
    '550 Requested action not taken: mailbox unavailable',
  ])('has an unknown address: %s', (response) => {
    expect(rejected(response)).toBe(true);
  });

  it.each([
    '550 Sender verify failed: no such user here',
    '550 Sender address rejected: Domain not found',
    '550 Invalid HELO name',
    '550 Reverse DNS lookup: host not found',
    '550 relaying disabled',
    '553 Invalid sender',
    '550 Unknown client, blocked by RBL',
    '550 5.7.1 Relaying denied',
    '452 Mailbox full',
  ])('may have a good address: %s', (response) => {
    expect(rejected(response)).toBe(false);
  });
});
