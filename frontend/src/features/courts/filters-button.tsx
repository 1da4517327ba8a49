import { SlidersHorizontal } from 'lucide-react';
import type { CourtSearch } from '../../resources/court/court-search';
import { Button } from '../../ui/button';

/** Counts the active filters that are in the sheet. */
const countFilters = ({
  surface,
  minRate,
  maxRate,
  amenity,
  access,
  favourites,
}: CourtSearch): number =>
  [surface, minRate || maxRate, amenity, access, favourites].filter(Boolean).length;

type FiltersButtonProps = { search: CourtSearch; onOpen: () => void; onNear: () => void };

/** Opens the filters that are not in the search pill. */
export function FiltersButton({ search, onOpen, onNear }: FiltersButtonProps) {
  const filterCount = countFilters(search);
  return (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      className="h-12! rounded-full! max-lg:px-3.5!"
    >
      <SlidersHorizontal size={19} strokeWidth={1.6} aria-hidden />
      <span className="max-lg:sr-only">Filters</span>
      {filterCount > 0 && <span className="figures"> ({filterCount})</span>}
    </Button>
  );
}
