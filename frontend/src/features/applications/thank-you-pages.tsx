import type { ReactNode } from 'react';
import { CONCIERGE_EMAIL, HOST_EARNINGS, paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { useReplyPeriod } from '../../resources/catalog/use-reply-period';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { LinkButton } from '../../ui/button';
import { textLinkClass } from '../../ui/text-link';

function ThankYou({ children }: { children: ReactNode }) {
  return (
    <section className="page grid items-center gap-10 py-10 md:grid-cols-2 md:py-20">
      <PageMeta title="Thanks for applying" />
      <div className="order-last md:order-first">
        <h1 className="font-display text-title md:text-5xl">Thanks for applying.</h1>
        <div className="mt-5 grid max-w-prose gap-3 text-quiet">{children}</div>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={paths.home}>Back to Home</LinkButton>
          <LinkButton to={paths.courts} variant="outline">
            Explore Courts
          </LinkButton>
        </div>
      </div>
      <CourtDrawing
        surface="grass"
        seed="thank you"
        view="above"
        className="aspect-4/3 h-full rounded-md"
      />
    </section>
  );
}

const supportLine = (
  <p>
    Questions? Email{' '}
    <a className={textLinkClass} href={`mailto:${CONCIERGE_EMAIL}`}>
      {CONCIERGE_EMAIL}
    </a>
    .
  </p>
);

export function HostThankYouPage() {
  const replyPeriod = useReplyPeriod();
  return (
    <ThankYou>
      <p>
        Your application has been received. We'll review it{replyPeriod} and contact you by email or
        phone.
      </p>
      <p>Hosts set their own rates. Most charge {HOST_EARNINGS} per hour.</p>
      {supportLine}
    </ThankYou>
  );
}

export function ApplicationSubmittedPage() {
  const replyPeriod = useReplyPeriod();
  return (
    <ThankYou>
      <p>
        Your application has been received. We'll review it{replyPeriod}. If it's approved, we'll
        send you a link to start your membership. You won't be charged before then.
      </p>
      {supportLine}
    </ThankYou>
  );
}
