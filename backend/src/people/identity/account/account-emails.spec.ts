import { expect, it } from '@jest/globals';
import { passwordChangedEmail } from './account-emails.js';

it('links to the password reset first in the email about a changed password', () => {
  const { parts } = passwordChangedEmail(
    { email: 'ann@example.test', firstName: 'Ann' },
    '2027-03-13T18:00:00.000Z',
    'https://courtly.example',
  );
  const links = parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
  expect(links[0]).toMatchObject({ address: 'https://courtly.example/forgot-password' });
});
