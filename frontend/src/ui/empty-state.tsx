import type { ReactNode } from 'react';
import { cx } from 'class-variance-authority';

type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-3 border-y border-rule px-6 py-16 text-center',
        className,
      )}
    >
      <p className="font-display text-2xl">{title}</p>
      {children && <p className="max-w-prose text-quiet">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
