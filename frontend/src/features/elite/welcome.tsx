import { paths } from '../../config/paths';
import { periodLabel } from '../../lib/policy-values';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from '../../resources/catalog/catalog-query';
import { LinkButton } from '../../ui/button';
import { CourtDrawing } from '../../resources/court/court-drawing';

export function Welcome() {
  const catalog = useOptionalData(catalogQuery);
  return (
    <section className="night -mb-24">
      <div className="page grid items-center gap-12 py-16 lg:min-h-[70dvh] lg:grid-cols-2 lg:gap-20">
        <div>
          <h1 className="font-display text-display text-balance">Welcome to Elite.</h1>
          <p className="mt-6 max-w-md text-lg text-quiet">
            {catalog?.headStartMinutes === 0
              ? 'With your membership, you pay a lower service fee and see the full rankings.'
              : `With your membership, every court opens to you ${catalog ? `${periodLabel(catalog.headStartMinutes)} ` : ''}before it opens to everyone else.`}
          </p>
          <LinkButton to={paths.courts} size="lg" className="mt-8">
            Explore Courts
          </LinkButton>
        </div>
        <CourtDrawing
          surface="grass"
          seed="welcome to elite"
          view="perspective"
          className="aspect-4/3 h-full rounded-md"
        />
      </div>
    </section>
  );
}
