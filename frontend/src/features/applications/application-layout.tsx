import type { ReactNode } from 'react';
import { CourtDrawing } from '../../resources/court/court-drawing';

type ApplicationLayoutProps = { title: string; lead: ReactNode; seed: string; children: ReactNode };

export function ApplicationLayout({ title, lead, seed, children }: ApplicationLayoutProps) {
  return (
    <section className="page grid gap-x-16 pt-6 md:pt-10 lg:grid-cols-[minmax(0,38rem)_1fr] lg:gap-x-24">
      <div>
        <h1 className="font-display text-4xl leading-tight lg:text-5xl">{title}</h1>
        <div className="mt-4 max-w-prose text-quiet">{lead}</div>
        {children}
      </div>
      <div className="relative hidden lg:block">
        <CourtDrawing
          surface="clay"
          seed={seed}
          view="above"
          className="sticky top-24 h-[70dvh] rounded-md"
        />
      </div>
    </section>
  );
}
