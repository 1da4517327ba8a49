import { paths } from '../../config/paths';
import { toast, toastError } from '../../ui/toast';

const wasDismissed = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

const linkOf = (token: string): string => new URL(paths.guestWaiver(token), location.origin).href;

export const copyLink = async (token: string): Promise<void> => {
  const link = linkOf(token);
  try {
    await navigator.clipboard.writeText(link);
    toast('Link copied', 'Send it to your guest.');
  } catch {
    toastError("The link couldn't be copied", link);
  }
};

/** Whether this device has a share sheet. */
export const canShare = (): boolean => 'share' in navigator;

/** Opens the share sheet, or copies the link if that fails. */
export const shareLink = async (token: string): Promise<void> => {
  try {
    await navigator.share({
      title: 'Courtly',
      text: 'Please sign the waiver before we play.',
      url: linkOf(token),
    });
  } catch (error) {
    if (!wasDismissed(error)) await copyLink(token);
  }
};
