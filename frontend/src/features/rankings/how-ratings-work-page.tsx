import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { LinkButton } from '../../ui/button';
import { chapters } from './how-ratings-work-content';

export function HowRatingsWorkPage() {
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta page="/how-ratings-work" />
      <h1 className="font-display text-title">How ratings work</h1>
      {chapters.map(({ title, text }) => (
        <section key={title} className="mt-10 border-t border-rule pt-6">
          <h2 className="font-display text-2xl">{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-3 max-w-prose text-quiet">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <LinkButton to={paths.rankings} className="mt-10">
        Elite Rankings
      </LinkButton>
    </div>
  );
}
