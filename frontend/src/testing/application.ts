import type { HostApplication, PlayerApplication } from '@courtly/contracts/applications';
import { HOUR_MS } from '../lib/durations';

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS + 30_000).toISOString();

const withoutLink = {
  isClaimed: false,
  link: null,
  emailState: null,
  erasure: 'none',
  eraseAt: inHours(90 * 24),
} as const;

/** An Elite application that was submitted 36 hours ago and is due in 12 hours. */
export const playerLike = (changes: Partial<PlayerApplication> = {}): PlayerApplication => ({
  id: 'p1',
  fullName: 'Robin Base',
  email: 'robin@example.test',
  status: 'pending',
  review: null,
  submittedAt: inHours(-36),
  answerBy: inHours(12),
  accountId: null,
  ...withoutLink,
  city: 'Scottsdale',
  skillLevel: 'Advanced',
  clubMembership: 'The Phoenician',
  agreeToFees: true,
  motivation: 'I would like to play every week.',
  ...changes,
});

/** A host application that is three hours overdue. */
export const hostLike = (changes: Partial<HostApplication> = {}): HostApplication => ({
  id: 'h1',
  fullName: 'Sam Stone',
  email: 'sam@example.test',
  status: 'pending',
  review: null,
  submittedAt: inHours(-51),
  answerBy: inHours(-3.1),
  accountId: null,
  ...withoutLink,
  phone: '4805550123',
  address: '1 Main Street, Boise',
  courtType: 'both',
  courtSurface: 'clay',
  availability: 'Weekday mornings',
  description: 'A quiet court between citrus trees.',
  photos: ['/api/photos/applications/h1/0.webp'],
  ...changes,
});
