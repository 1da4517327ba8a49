import { cn } from '../lib/cn';

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => word[0])
    .slice(0, 2)
    .join('');

type Props = { name: string; picture?: string | null; className?: string };

/** A person's picture, or initials in its place. Decoration: the name stands beside it. */
export function Avatar({ name, picture, className }: Props) {
  const look = cn('size-9 shrink-0 rounded-full bg-sunk text-sm text-brass', className);
  return picture ? (
    <img src={picture} alt="" className={`object-cover ${look}`} />
  ) : (
    <span aria-hidden className={`grid place-items-center ${look}`}>
      {initialsOf(name)}
    </span>
  );
}
