import type { PublicPath } from '@courtly/contracts/pages';
import type { ReactNode } from 'react';
import { PageMeta } from '../lib/page-meta';
import { LinkButton } from '../ui/button';
import { CourtDrawing } from '../resources/court/court-drawing';
import { paths } from '../config/paths';

type MessagePageProps = {
  title: string;
  eyebrow: string;
  children: ReactNode;
  actions?: ReactNode;
  /** The public path of this page. Without it, the page asks search engines not to index it. */
  page?: PublicPath | undefined;
};

const defaultActions = (
  <>
    <LinkButton to={paths.courts}>Browse Courts</LinkButton>
    <LinkButton to={paths.home} variant="outline">
      Home
    </LinkButton>
  </>
);

export function MessagePage({
  title,
  eyebrow,
  children,
  actions = defaultActions,
  page,
}: MessagePageProps) {
  return (
    <section className="page grid items-center gap-10 py-10 md:grid-cols-2 md:py-20">
      {page ? <PageMeta page={page} /> : <PageMeta title={title} />}
      <div className="order-last md:order-first">
        <p className="eyebrow">{eyebrow}</p>
        <h1 className="mt-4 font-display text-title md:text-5xl">{title}</h1>
        <div className="mt-5 max-w-prose text-quiet">{children}</div>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
      <CourtDrawing
        surface="clay"
        seed={title}
        view="above"
        className="aspect-4/3 h-full rounded-md"
      />
    </section>
  );
}
