import { lazyDialog } from '../../ui/lazy-dialog';

const load = async () => (await import('./filter-sheet')).FilterSheet;

export const FilterSheet = lazyDialog(load);

export const prefetchFilterSheet = (): void => void load().catch(() => undefined);
