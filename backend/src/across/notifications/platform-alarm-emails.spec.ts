import { expect, it } from '@jest/globals';
import { renderText } from '../../platform/mail/email-body.js';
import { platformAlarmEmail } from './platform-alarm-emails.js';

it.each([
  ['money_findings', 'nightly check'],
  ['balance_uncovered', '$5.00 too low for the payouts to hosts'],
] as const)('alerts an admin: %s', (type, words) => {
  const text = renderText(
    platformAlarmEmail(
      {
        email: 'avery@example.com',
        firstName: 'Avery',
        page: { words: 'Open the Money page', address: 'https://courtly.test/admin/money' },
        verifyAt: null,
        off: null,
      },
      type,
      500,
    ),
  );
  for (const part of [words, 'https://courtly.test/admin/money']) expect(text).toContain(part);
});
