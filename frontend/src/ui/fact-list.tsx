import type { ReactNode } from 'react';

export type FactRow = readonly [name: string, value: ReactNode];

/** A list of names and values, with a line between them. Leaves out rows without a value. */
export function FactList({ rows, className }: { rows: readonly FactRow[]; className?: string }) {
  return (
    <div className={className}>
      <dl className="grid grid-cols-[fit-content(45%)_1fr] gap-x-6 border-t border-rule">
        {rows
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div
              key={name}
              className="col-span-2 grid grid-cols-subgrid border-b border-rule py-2.5"
            >
              <dt className="text-quiet">{name}</dt>
              <dd dir="auto" className="figures min-w-0 wrap-anywhere whitespace-pre-line">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
