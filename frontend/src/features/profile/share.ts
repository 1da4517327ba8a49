import type { User } from '@courtly/contracts/identity';
import { paths } from '../../config/paths';
import { displayName } from '../../resources/session/session';
import { shareLink } from '../../ui/share';

/** Only members see profiles, so the share button sends an invitation to the club. */
export const shareProfile = (member: User): Promise<void> =>
  shareLink(
    {
      title: 'Courtly',
      text: `${displayName(member)} invites you to Courtly, a network of private courts.`,
      url: new URL(paths.registerAs('player'), location.origin).href,
    },
    {
      title: 'Invitation link copied',
      description: 'Only members see profiles, so the link is an invitation to Courtly.',
    },
  );
