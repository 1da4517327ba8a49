import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { activeCities } from '../../config/active-cities';
import { formatShortMoney } from '../../lib/format';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from '../../resources/catalog/catalog-query';
import { LinkButton } from '../../ui/button';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { LazyHomeSearch } from './lazy-home-search';
import { benefits, perks, testimonials } from './home-content';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const headingClass = 'font-display text-title lg:text-5xl lg:leading-[1.08]';

export function VisitorHome() {
  const catalog = useOptionalData(catalogQuery);
  return (
    <>
      <section>
        <div className="page grid gap-x-12 gap-y-7 pt-8 pb-7 md:pt-12 md:pb-8 lg:grid-cols-12 lg:items-end">
          <h1 className="font-display text-display text-balance lg:col-span-7">
            Where the Elite Play Tennis
          </h1>
          <div className="flex flex-wrap items-end justify-between gap-6 lg:col-span-5 lg:block lg:pl-8">
            <p className="max-w-md text-lg text-quiet">
              Private courts at private estates, an hour at a time. Your host replies personally,
              and there is no line at the gate.
            </p>
            <div className="flex flex-wrap gap-3 lg:mt-6">
              <LinkButton to={paths.courts} size="lg" variant="outline">
                Browse Courts
              </LinkButton>
              <LinkButton to={paths.howItWorks} size="lg" variant="outline">
                How It Works
              </LinkButton>
            </div>
          </div>
        </div>
        <div className="page pb-8 md:pb-10">
          <LazyHomeSearch />
        </div>
        <CourtDrawing
          surface="clay"
          seed="paradise"
          view="perspective"
          wide
          label="A clay court in a walled garden, cypresses along a hedge, hills behind the house"
          className="h-[clamp(17rem,48vw,40rem)]"
        />
      </section>

      <section className="page py-20 md:py-28">
        <h2 className={headingClass}>Unlock a New Era of Tennis</h2>
        <ol className="mt-12 grid gap-x-12 gap-y-10 md:grid-cols-3">
          {benefits.map(({ title, text }, index) => (
            <li key={title} className="border-t border-rule pt-5">
              <span aria-hidden className="figures text-small text-brass">
                {String(index + 1).padStart(2, '0')}
              </span>
              <Heading level={3} size={2} className="mt-6">
                {title}
              </Heading>
              <p className="mt-2 text-quiet">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="border-y border-rule bg-sunk">
        <div className="page grid gap-12 py-20 md:grid-cols-12 md:py-28">
          <div className="md:col-span-5">
            <h2 className={headingClass}>Now Active In</h2>
            <p className="mt-5 max-w-sm text-quiet">
              We open one neighborhood at a time, wherever there are great courts and people to play
              with.
            </p>
            <TextLink to={paths.request} className="mt-6 inline-flex min-h-11 items-center">
              Request Expansion
            </TextLink>
          </div>
          <ul className="md:col-span-7">
            {activeCities.map(({ city, state }) => (
              <li key={city} className="border-t border-rule last:border-b">
                <Link
                  to={`${paths.courts}?search=${encodeURIComponent(city)}`}
                  className="group flex items-baseline justify-between gap-4 py-4"
                >
                  <span className="font-display text-2xl md:text-3xl">{city}</span>
                  <span className="flex items-center gap-2 text-quiet">
                    {state}
                    <ArrowUpRight
                      size={18}
                      strokeWidth={1.4}
                      aria-hidden
                      className="text-brass transition-transform ease-quiet group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
                    />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section aria-label="What an hour can be" className="page py-20 md:py-28">
        <p className="eyebrow mb-8">What an hour can be: three imagined members</p>
        <ul className="grid gap-x-12 gap-y-12 md:grid-cols-3">
          {testimonials.map(({ quote, author }) => (
            <li key={author}>
              <figure className="flex h-full flex-col border-l border-brass-line pl-6">
                <blockquote className="grow font-display text-xl leading-snug lg:text-2xl">
                  “{quote}”
                </blockquote>
                <figcaption className="mt-5 text-quiet">{author}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>

      <section className="night -mb-24 border-t border-rule">
        <div className="page grid items-center gap-12 py-20 lg:grid-cols-2 lg:gap-20 lg:py-28">
          <div>
            <p className="eyebrow">Elite membership</p>
            <h2 className={`mt-5 ${headingClass}`}>
              The court is yours before it is anyone else's
            </h2>
            <ul className="mt-8 grid gap-x-10 sm:grid-cols-2">
              {perks.map((elitePerk) => (
                <li key={elitePerk} className="border-t border-rule py-3.5">
                  {elitePerk}
                </li>
              ))}
            </ul>
            <LinkButton to={paths.elite} size="lg" className="mt-8">
              Apply for Elite
              {catalog && ` – ${formatShortMoney(catalog.monthlyPrice)}/month`}
            </LinkButton>
          </div>
          <CourtDrawing
            surface="grass"
            seed="elite by night"
            view="above"
            className="aspect-4/3 h-full rounded-md"
          />
        </div>
      </section>
    </>
  );
}
