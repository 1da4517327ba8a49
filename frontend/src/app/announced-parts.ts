import type { User } from '@courtly/contracts/identity';
import type { PublicPath } from '@courtly/contracts/pages';
import { canHost } from '../resources/session/permissions';
import type { NavItem } from './navigation';
import { paths } from '../config/paths';

/** A part of the club that is announced: what it will be, what stands in for it today and where to go meanwhile. */
type Part = { title: string; text: string; page?: PublicPath; links: (user: User | null) => readonly NavItem[] };

const courts = { to: paths.courts, label: 'Browse Courts' };
const elite = { to: paths.elite, label: 'Elite Membership' };
const howItWorks = { to: paths.howItWorks, label: 'How It Works' };

const hostLinks = (user: User | null): NavItem[] => {
  if (canHost(user)) return [{ to: paths.newCourt, label: 'List Your Court' }, howItWorks];
  return user ? [howItWorks, courts] : [{ to: paths.registerAs('owner'), label: 'Create a Host Account' }, howItWorks];
};
const playerLinks = (user: User | null): NavItem[] =>
  user ? [courts, elite] : [{ to: paths.registerAs('player'), label: 'Create Your Account' }, elite];

/** What will stand at each address that is announced and not open yet. */
export const announcedParts: Record<string, Part> = {
  [paths.rankings]: {
    title: 'Elite Rankings',
    text: 'Ranks will follow from match results. None can be recorded yet, so nobody is ranked.',
    page: '/rankings',
    links: () => [courts, howItWorks],
  },
  [paths.hostApplication]: {
    title: 'Host Application',
    text: 'Hosts will ask to be verified here. A host account lists a court already.',
    page: '/host-application',
    links: hostLinks,
  },
  [paths.playerApplication]: {
    title: 'Player Application',
    text: 'Players will apply for Elite membership here. A free account books courts already.',
    page: '/player-application',
    links: playerLinks,
  },
  '/host-thank-you': {
    title: 'Host Application',
    text: 'A host application will be confirmed here. None can be sent yet, so none of yours is waiting.',
    links: hostLinks,
  },
  '/application-submitted': {
    title: 'Player Application',
    text: 'A player application will be confirmed here. None can be sent yet, so none of yours is waiting.',
    links: playerLinks,
  },
};
