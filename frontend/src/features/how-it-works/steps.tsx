import type { ReactNode } from 'react';
import { Heading } from '../../ui/heading';

type Step = { title: string; text: string };
type StepsProps = { title: string; steps: readonly Step[]; action: ReactNode; children: ReactNode };

/** The title stays in view while the steps scroll. */
export function Steps({ title, steps, action, children }: StepsProps) {
  return (
    <section className="page grid gap-x-12 gap-y-10 py-20 md:grid-cols-12 md:py-28">
      <div className="md:col-span-4">
        <div className="md:sticky md:top-28">
          <h2 className="font-display text-title lg:text-5xl lg:leading-[1.08]">{title}</h2>
          <div className="mt-4">{children}</div>
          <div className="mt-7">{action}</div>
        </div>
      </div>
      <ol className="md:col-span-7 md:col-start-6">
        {steps.map((instruction, index) => (
          <li
            key={instruction.title}
            className="grid grid-cols-[3rem_1fr] border-t border-rule py-7 sm:grid-cols-[5rem_1fr]"
          >
            <span aria-hidden className="figures font-display text-3xl leading-none text-brass">
              {index + 1}
            </span>
            <div>
              <Heading level={3} size={2}>
                {instruction.title}
              </Heading>
              <p className="mt-2 max-w-prose text-quiet">{instruction.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
