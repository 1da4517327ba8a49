import { cx } from 'class-variance-authority';
import { type ComponentProps, type ReactNode, useId } from 'react';

const sizes = {
  1: 'font-display text-title',
  2: 'font-display text-2xl leading-snug',
  3: 'font-display text-xl leading-snug',
} as const;

type HeadingProps = ComponentProps<'h2'> & {
  level: 1 | 2 | 3;
  /** The visual size, if it differs from the level that screen readers announce. */
  size?: 1 | 2 | 3;
};

/** A heading of a page (1), a section (2), or a part of a section (3). */
export function Heading({ level, size = level, className, ...props }: HeadingProps) {
  const Element = `h${level}` as const;
  return <Element className={cx(sizes[size], className)} {...props} />;
}

type SectionProps = {
  title: ReactNode;
  /** A short explanation below the title. */
  note?: ReactNode;
  /** A button or link at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A part of a page, named by its heading. */
export function Section({ title, note, action, children, className }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <Heading level={2} id={titleId}>
          {title}
        </Heading>
        {action}
        {note && <p className="basis-full text-quiet">{note}</p>}
      </div>
      {children}
    </section>
  );
}
