import { type ReactNode, useId } from 'react';
import { Heading } from '../../ui/heading';

export function PreferenceSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-x-12 gap-y-4 border-b border-rule py-8 md:grid-cols-[16rem_1fr]"
    >
      <div>
        <Heading level={2} id={headingId}>
          {title}
        </Heading>
        {note && <p className="mt-1 text-small text-quiet">{note}</p>}
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  );
}
