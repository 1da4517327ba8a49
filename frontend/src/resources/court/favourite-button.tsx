import type { Court } from '@courtly/contracts/courts';
import { useQuery } from '@tanstack/react-query';
import { Heart, RotateCw } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cx } from 'class-variance-authority';
import { hasFailed } from '../../ui/load-error';
import { toast, toastError } from '../../ui/toast';
import { rememberReturnPath } from '../session/return-path';
import { useSession } from '../session/session';
import { favouritesQuery, useSetFavourite } from './favourites';

type FavouriteButtonProps = { court: Pick<Court, 'id' | 'name'>; className?: string };

/** Toggles a favorite. Visitors sign in first and then return. */
export function FavouriteButton({ court: { id, name }, className }: FavouriteButtonProps) {
  const { state } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const favourites = useQuery({
    ...favouritesQuery,
    enabled: state === 'signedIn',
    // Each heart shows its own error.
    meta: { ...favouritesQuery.meta, optional: true },
  });
  const isFailed = hasFailed(favourites);
  const { mutate } = useSetFavourite();
  const isFavourite = state === 'signedIn' && favourites.data?.includes(id) === true;
  const toggleFavourite = () => {
    if (isFailed) return void favourites.refetch();
    if (state === 'signedIn') return mutate({ courtId: id, isKept: !isFavourite });
    if (state === 'unknown')
      return toastError('Your account is still loading', 'Please try again in a moment.');
    toast('Please sign in first', 'Favorites are saved to your account.');
    rememberReturnPath(pathname + search);
    void navigate(paths.login);
  };
  return (
    <button
      type="button"
      aria-pressed={isFailed ? undefined : isFavourite}
      aria-label={isFailed ? `Load your favorites again: ${name}` : `Favorite: ${name}`}
      aria-busy={isFailed && favourites.isFetching}
      onClick={toggleFavourite}
      className={cx(
        'group/heart grid size-11 cursor-pointer place-items-center rounded-full border border-rule bg-raised/90 text-ink transition-colors hover:border-edge hover:bg-raised',
        className,
      )}
    >
      {isFailed ? (
        <RotateCw size={19} strokeWidth={1.7} aria-hidden />
      ) : (
        <Heart
          size={19}
          strokeWidth={1.7}
          aria-hidden
          className="transition-transform duration-200 ease-quiet group-aria-pressed/heart:fill-clay group-aria-pressed/heart:text-clay group-active/heart:scale-90"
        />
      )}
    </button>
  );
}
