import { toast, toastError } from './toast';

type SharedLink = Readonly<{ title: string; text: string; url: string }>;
type CopiedMessage = Readonly<{ title: string; description?: string }>;

const wasDismissed = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

/** Opens the device's share sheet, or copies the link if there is none. */
export const shareLink = async (link: SharedLink, copied: CopiedMessage): Promise<void> => {
  try {
    if ('share' in navigator) return await navigator.share(link);
  } catch (error) {
    if (wasDismissed(error)) return;
  }
  try {
    await navigator.clipboard.writeText(link.url);
    toast(copied.title, copied.description);
  } catch {
    toastError("The link couldn't be copied", link.url);
  }
};
