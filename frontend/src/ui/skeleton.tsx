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
    <div role="status" className="grid min-h-[60dvh] place-items-center">
      <span className="size-9 animate-spin rounded-full border border-rule border-t-brass" />
      <h1 className="sr-only">{label}</h1>
    </div>
  );
}
