import { cn } from '../lib/cn';

/** The place of something that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-sm bg-sunk', className)} />;
}

/** Says aloud that something is on its way, around the skeletons that show it. */
export function Loading({ label, children }: { label: string; children?: React.ReactNode }) {
  return (
    <div role="status" aria-label={label}>
      {children}
    </div>
  );
}

/** For a moment whose outcome has no shape yet, in place of a whole page. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="grid min-h-dvh justify-items-center pt-[30dvh]"
    >
      <span className="size-9 animate-spin rounded-full border border-rule border-t-brass" />
    </div>
  );
}
