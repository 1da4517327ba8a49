import { type ReactNode, useId } from 'react';

export function FormSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <div
      role="group"
      aria-labelledby={titleId}
      className="grid gap-x-12 gap-y-5 border-t border-rule py-8 @3xl:grid-cols-[14rem_1fr]"
    >
      <div>
        <p id={titleId} className="font-display text-2xl leading-tight">
          {title}
        </p>
        {note && <p className="mt-1 text-small text-quiet">{note}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-6 @3xl:max-w-2xl">{children}</div>
    </div>
  );
}
