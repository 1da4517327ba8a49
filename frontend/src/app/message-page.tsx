import type { ReactNode } from 'react';
import { PageMeta } from '../lib/page-meta';
import { CourtDrawing } from '../ui/court-drawing';

type Props = { title: string; eyebrow: string; children: ReactNode; actions: ReactNode };

/** A page that has one thing to say. */
export function MessagePage({ title, eyebrow, children, actions }: Props) {
  return (
    <section className="page grid items-center gap-10 py-10 md:grid-cols-2 md:py-20">
      <PageMeta title={title} />
      <div className="order-last md:order-first">
        <p className="eyebrow">{eyebrow}</p>
        <h1 className="mt-4 font-display text-title md:text-5xl">{title}</h1>
        <div className="mt-5 max-w-prose text-quiet">{children}</div>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
      <CourtDrawing surface="clay" seed={title} view="above" className="aspect-4/3 rounded-md" />
    </section>
  );
}
