import type { ReactNode } from 'react';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { useReturnPath } from '../../resources/session/return-path';

type AuthPageProps = {
  title: string;
  tagline?: string | undefined;
  seed: string;
  children: ReactNode;
  footer: ReactNode;
};

export function AuthPage({ title, tagline, seed, children, footer }: AuthPageProps) {
  const [pathname = '', queryString] = (useReturnPath() ?? '').split('?');
  const isBooking = pathname.startsWith('/courts/') && new URLSearchParams(queryString).has('slot');
  return (
    <section className="page grid gap-x-16 pt-6 md:grid-cols-[minmax(0,25rem)_1fr] md:pt-10 lg:grid-cols-[minmax(0,30rem)_1fr] lg:gap-x-24">
      <div>
        <h1 className="font-display text-4xl leading-tight lg:text-5xl">{title}</h1>
        {tagline && <p className="mt-4 text-quiet">{tagline}</p>}
        {isBooking && (
          <p role="note" className="mt-6 border-l border-brass-line pl-4">
            Sign in or create an account to book. Your selected hour will still be here.
          </p>
        )}
        <div className="mt-8">{children}</div>
        <p className="mt-8 border-t border-rule pt-6 text-quiet">{footer}</p>
      </div>
      <div className="relative hidden md:block">
        <CourtDrawing
          surface="clay"
          seed={seed}
          view="above"
          className="absolute inset-0 h-full rounded-md"
        />
      </div>
    </section>
  );
}
