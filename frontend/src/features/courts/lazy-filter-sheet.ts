import { lazyDialog } from '../../ui/lazy-dialog';

const load = async () => (await import('./filter-sheet')).FilterSheet;

export const FilterSheet = lazyDialog(load);

/** Fetches the sheet before it is opened. */
export const prefetchFilterSheet = (): void => void load().catch(() => undefined);
