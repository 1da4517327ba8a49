import { describe, expect, it } from '@jest/globals';
import type { Person } from '../person.js';
import { type StandingChange, standingEmail } from './standing-emails.commands.js';

const at = '2027-03-13T18:00:00.000Z';
const suspension = {
  since: at,
  reason: 'Rude messages to a host.',
  isReasonShown: true,
  until: '2027-04-01T07:00:00.000Z',
};
const zach = {
  email: 'zach@example.test',
  firstName: 'Zach',
  roles: ['player', 'host'],
  suspension,
} as unknown as Person;
const emailAbout = (type: StandingChange['type'], recipient = zach, role: 'host' | null = null) =>
  standingEmail(recipient, { userId: 'zach', type, role, at }, 'https://courtly.example');
const textOf = (email: ReturnType<typeof emailAbout>) => JSON.stringify(email?.parts);

describe('the email about a suspension', () => {
  it('gives the reason and the end', () => {
    const text = textOf(emailAbout('UserSuspended'));
    expect(text).toContain('Rude messages to a host.');
    expect(text).toContain('until Thursday, April 1 at 7:00 AM UTC');
  });

  it('omits a reason that was written only for admins', () => {
    const recipient = { ...zach, suspension: { ...suspension, isReasonShown: false, until: null } };
    expect(textOf(emailAbout('UserSuspended', recipient))).not.toContain('Rude');
  });

  it('is not sent once the suspension is lifted', () => {
    const recipient = { ...zach, suspension: null };
    expect(emailAbout('UserSuspended', recipient)).toBeNull();
    expect(emailAbout('SuspensionLifted', recipient)?.subject).toContain('active again');
    expect(emailAbout('SuspensionLifted')).toBeNull();
  });
});

describe('the email about a role', () => {
  it('is sent only while the change is in effect', () => {
    expect(emailAbout('RoleGranted', zach, 'host')?.to).toBe('zach@example.test');
    expect(emailAbout('RoleRevoked', zach, 'host')).toBeNull();
  });

  it('is not sent for the role of every account', () =>
    expect(
      standingEmail(zach, { userId: 'zach', type: 'RoleGranted', role: 'player', at }, ''),
    ).toBeNull());
});
