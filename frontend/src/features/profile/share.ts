import type { User } from '@courtly/contracts/identity';
import { paths } from '../../config/paths';
import { displayName } from '../../resources/session/session';
import { toast, toastError } from '../../ui/toast';

const wasDismissed = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

/** Only members see profiles, so the share button sends an invitation to the club. */
const invitationOf = (member: User) => ({
  title: 'Courtly',
  text: `${displayName(member)} invites you to Courtly, a network of private courts.`,
  url: new URL(paths.registerAs('player'), location.origin).href,
});

/** Opens the device's share sheet, or copies the link if there is none. */
export const shareProfile = async (member: User): Promise<void> => {
  const invitation = invitationOf(member);
  try {
    if ('share' in navigator) return await navigator.share(invitation);
  } catch (error) {
    if (wasDismissed(error)) return;
  }
  try {
    await navigator.clipboard.writeText(invitation.url);
    toast(
      'Invitation link copied',
      'Only members see profiles, so the link is an invitation to Courtly.',
    );
  } catch {
    toastError("The link couldn't be copied", invitation.url);
  }
};
