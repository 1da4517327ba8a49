import type { Court } from '@courtly/contracts/courts';
import { Heart } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useOptionalData } from '../../lib/use-optional-data';
import { paths } from '../../config/paths';
import { cx } from 'class-variance-authority';
import { toast } from '../../ui/toast';
import { rememberReturnPath, useSession } from '../session/session';
import { favouritesQuery, useSetFavourite } from './favourites';

type FavouriteButtonProps = { court: Pick<Court, 'id' | 'name'>; className?: string };

/** Toggles a favorite. Visitors sign in first and then return. */
export function FavouriteButton({ court: { id, name }, className }: FavouriteButtonProps) {
  const { state } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const favouriteIds = useOptionalData({ ...favouritesQuery, enabled: state === 'member' });
  const { mutate } = useSetFavourite();
  const isFavourite = state === 'member' && favouriteIds?.includes(id) === true;
  const toggleFavourite = () => {
    if (state === 'member') return mutate({ courtId: id, isKept: !isFavourite });
    if (state === 'loading') return;
    toast('Please sign in first', 'Favorites are saved to your account.');
    rememberReturnPath(pathname + search);
    void navigate(paths.login);
  };
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favorite: ${name}`}
      onClick={toggleFavourite}
      className={cx(
        'group/heart grid size-11 cursor-pointer place-items-center rounded-full border border-rule bg-raised/90 text-ink transition-colors hover:border-edge hover:bg-raised',
        className,
      )}
    >
      <Heart
        size={19}
        strokeWidth={1.7}
        aria-hidden
        className="transition-transform duration-200 ease-quiet group-aria-pressed/heart:fill-clay group-aria-pressed/heart:text-clay group-active/heart:scale-90"
      />
    </button>
  );
}
