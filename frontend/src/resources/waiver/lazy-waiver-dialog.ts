import { lazyDialog } from '../../ui/lazy-dialog';

/** The waiver that stands before a booking. */
export const WaiverDialog = lazyDialog(async () => (await import('./waiver-dialog')).WaiverDialog);
