import { cx } from 'class-variance-authority';

/** The first letter or digit of the first two words that have one. It never splits an emoji. */
export const initialsOf = (name: string): string =>
  name
    .split(' ')
    .flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase();

type AvatarProps = { name: string; picture?: string | null; className?: string };

/** A user's picture or initials. It is decorative, because the name appears next to it. */
export function Avatar({ name, picture, className }: AvatarProps) {
  const classes = cx('size-9 shrink-0 rounded-full bg-soft text-sm text-brass', className);
  return picture ? (
    <img src={picture} alt="" className={`object-cover ${classes}`} />
  ) : (
    <span aria-hidden className={`grid place-items-center ${classes}`}>
      {initialsOf(name)}
    </span>
  );
}
