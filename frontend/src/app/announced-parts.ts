import type { User } from '@courtly/contracts/identity';
import type { PublicPath } from '@courtly/contracts/pages';
import type { NavItem } from './navigation';
import { paths } from '../config/paths';

/** A part of the club that is announced: what it will be, what stands in for it today and where to go meanwhile. */
type Part = { title: string; text: string; page?: PublicPath; links: (user: User | null) => readonly NavItem[] };

const courts = { to: paths.courts, label: 'Browse Courts' };
const howItWorks = { to: paths.howItWorks, label: 'How It Works' };

/** What will stand at each address that is announced and not open yet. */
export const announcedParts: Record<string, Part> = {
  [paths.rankings]: {
    title: 'Elite Rankings',
    text: 'Ranks will follow from match results. None can be recorded yet, so nobody is ranked.',
    page: '/rankings',
    links: () => [courts, howItWorks],
  },
};
