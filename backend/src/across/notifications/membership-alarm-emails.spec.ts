import { describe, expect, it } from '@jest/globals';
import { MembershipNotificationType } from '@courtly/contracts/notifications';
import { renderText } from '../../platform/mail/email-body.js';
import {
  type MembershipAlarmDetails,
  type MembershipAlarmType,
  membershipAlarmEmail,
} from './membership-alarm-emails.js';

const details: MembershipAlarmDetails = {
  amountCents: 19_900,
  currency: 'eur',
  stripeId: 'pi_1',
  refusal: null,
  respondBy: null,
  isDisputeOver: false,
};
const textOf = (type: MembershipAlarmType, changes: Partial<MembershipAlarmDetails> = {}) =>
  renderText(
    membershipAlarmEmail(
      {
        email: 'avery@example.com',
        firstName: 'Avery',
        page: { words: 'Open the Money page', address: 'https://courtly.test/admin/money' },
        verifyAt: null,
        off: null,
      },
      type,
      { ...details, ...changes },
    ),
  );

describe('an email to an admin about a membership', () => {
  it.each(MembershipNotificationType.options)('names the Stripe object and amount: %s', (type) => {
    const text = textOf(type);
    for (const part of ['EUR 199.00', 'pi_1', 'https://courtly.test/admin/money'])
      expect(text).toContain(part);
  });

  it.each(['membership_inquiry', 'membership_reversed'] as const)(
    'names the deadline of an open dispute: %s',
    (type) =>
      expect(textOf(type, { respondBy: '2027-03-22T23:59:00.000Z' })).toContain(
        'by Monday, March 22 at 11:59 PM UTC',
      ),
  );

  it('asks for no response to an inquiry that is already over', () => {
    const text = textOf('membership_inquiry', { isDisputeOver: true });
    expect(text).toContain('pi_1 is already closed in Stripe, so it needs no response.');
    expect(text).not.toContain('deadline');
  });

  it('names the cause of a refusal and the next attempt', () => {
    const refusal = { code: 'account_restricted', tryAgainAt: '2027-03-10T12:05:00.000Z' };
    const text = textOf('membership_cancellation_refused', { refusal });
    expect(text).toContain('account_restricted');
    expect(text).toContain('Courtly will try again on Wednesday, March 10 at 12:05 PM UTC.');
    expect(textOf('membership_retries_ended', { refusal })).toContain('Courtly has stopped trying');
  });
});
