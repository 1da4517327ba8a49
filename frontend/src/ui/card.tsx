import type { ComponentProps, ReactNode } from 'react';
import { cx } from 'class-variance-authority';

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div className={cx('rounded-md border border-rule bg-raised p-6', className)} {...props} />
  );
}

export function StatCard({
  label,
  value,
  note,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}) {
  return (
    <div className="border-t border-brass-line pt-4">
      <dt className="text-quiet">{label}</dt>
      <dd className="figures mt-1 font-display text-2xl leading-tight sm:text-4xl">{value}</dd>
      {note && <dd className="mt-1 text-small text-quiet">{note}</dd>}
    </div>
  );
}

export function StatRow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4', className)}>{children}</dl>
  );
}
