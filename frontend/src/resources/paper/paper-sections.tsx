import type { Paper } from '@courtly/contracts/papers';
import { formatMediumDate } from '../../lib/format';

/** The version, the date, and the text of a paper. */
export function PaperSections({
  paper,
  headingLevel: Heading,
}: {
  paper: Pick<Paper, 'version' | 'date' | 'draftNote' | 'sections'>;
  headingLevel: 'h2' | 'h3';
}) {
  const { version, date, draftNote, sections } = paper;
  return (
    <>
      {draftNote && (
        <p role="note" className="mt-4 border-l-2 border-brass-line pl-4 font-semibold">
          {draftNote}
        </p>
      )}
      <p className="mt-4 text-quiet">
        Version {version}, {formatMediumDate(`${date}T12:00:00.000Z`, 'UTC')}
      </p>
      {sections.map(({ title, paragraphs }) => (
        <section key={title} className="mt-10 border-t border-rule pt-6">
          <Heading className="font-display text-2xl">{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3 max-w-prose">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}
