import { lazyDialog } from '../../ui/lazy-dialog';

const loadFilterSheet = async () => (await import('./filter-sheet')).FilterSheet;

export const FilterSheet = lazyDialog(loadFilterSheet);

export const prefetchFilterSheet = (): void => void loadFilterSheet().catch(() => undefined);
