import { cx } from 'class-variance-authority';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-sm bg-sunk', className)} />;
}

/** Announces loading to screen readers; wrap it around skeletons. */
export function Loading({ label, children }: { label: string; children?: React.ReactNode }) {
  return (
    <div role="status" aria-label={label}>
      {children}
    </div>
  );
}

/** A full-page loading indicator. */
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
