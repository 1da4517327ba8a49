import type { WaiverStatus } from '@courtly/contracts/waivers';

export const waiverLike = (changes: Partial<WaiverStatus> = {}): WaiverStatus => ({
  hasAcceptedWaiver: true,
  waiverAcceptedAt: '2027-01-02T10:00:00.000Z',
  version: '1',
  text: 'Play at your own risk.',
  textHash: '0'.repeat(64),
  adultAge: 18,
  ...changes,
});
