import { expect, it } from '@jest/globals';
import { BookingNotificationType } from '@courtly/contracts/notifications';
import { previewPage } from './preview-page.js';

it('shows every email in both themes and two widths', () => {
  const html = previewPage();
  for (const type of BookingNotificationType.options)
    expect(html).toContain(`<h2>booking: ${type}</h2>`);
  expect(html.match(/<iframe /g)).toHaveLength(4 * html.match(/<article>/g)!.length);
});
