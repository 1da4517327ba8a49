import { lazyDialog } from '../../ui/lazy-dialog';

export const WaiverDialog = lazyDialog(async () => (await import('./waiver-dialog')).WaiverDialog);
