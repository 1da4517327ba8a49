import { paths } from '../../config/paths';

/** The admin pages, in navigation order. */
export const adminLinks: readonly Readonly<{ to: string; label: string }>[] = [
  { to: paths.adminDashboard, label: 'Applications' },
  { to: paths.desk('users'), label: 'Users' },
  { to: paths.desk('courts'), label: 'Courts' },
  { to: paths.desk('reviews'), label: 'Reports' },
  { to: paths.desk('disputes'), label: 'Disputes' },
  { to: paths.desk('rating-flags'), label: 'Rating Flags' },
  { to: paths.desk('cities'), label: 'Cities' },
  { to: paths.desk('policies'), label: 'Policies' },
  { to: paths.desk('replay'), label: 'Replay' },
  { to: paths.audit, label: 'Audit' },
];
