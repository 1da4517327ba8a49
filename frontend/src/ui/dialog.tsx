import { type VariantProps, cva, cx } from 'class-variance-authority';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';

const dialogVariants = cva(
  'absolute flex w-full flex-col bg-raised shadow-lift transition duration-200 ease-quiet outline-none',
  {
    variants: {
      side: {
        center:
          'inset-x-0 bottom-0 max-h-[92dvh] border-t border-rule starting:translate-y-6 starting:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-w-xl sm:-translate-1/2 sm:rounded-md sm:border sm:starting:-translate-y-[46%]',
        right:
          'inset-y-0 right-0 max-h-dvh max-w-md border-l border-rule starting:translate-x-full',
      },
    },
    defaultVariants: { side: 'center' },
  },
);

type DialogProps = VariantProps<typeof dialogVariants> & {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** The element that gets the focus after closing, if not the one that opened the dialog. */
  finalFocus?: () => HTMLElement | null;
  className?: string;
};

/**
 * A modal dialog: centered on desktop, a sheet on phones, a drawer with `side="right"`. Escape and
 * a click on the backdrop close it. Focus starts at the title, stays inside, and returns on close.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  footer,
  side,
  finalFocus,
  className,
}: Omit<DialogProps, 'open'>) {
  const baseId = useId();
  const hostRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useModalFocus(hostRef, headingRef, finalFocus);
  return (
    <div
      ref={hostRef}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className="fixed inset-0 z-50"
    >
      <div
        aria-hidden
        onClick={onClose}
        className="absolute inset-0 bg-[#0a120f]/55 transition-opacity duration-200 starting:opacity-0"
      />
      <div
        role="dialog"
        // Keeps focus inside after a click on text, so that Escape still works.
        tabIndex={-1}
        aria-labelledby={`${baseId}-title`}
        aria-describedby={description ? `${baseId}-description` : undefined}
        className={cx(dialogVariants({ side }), className)}
      >
        <header className="flex items-start justify-between gap-4 px-6 pt-6 pb-4">
          <div>
            <h2
              ref={headingRef}
              id={`${baseId}-title`}
              tabIndex={-1}
              className="font-display text-2xl outline-none"
            >
              {title}
            </h2>
            {description && (
              <p id={`${baseId}-description`} dir="auto" className="mt-1 text-quiet">
                {description}
              </p>
            )}
          </div>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mt-2 -mr-3 grid size-11 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
          >
            <X size={20} strokeWidth={1.6} aria-hidden />
          </button>
        </header>
        <div className="min-h-0 grow overflow-y-auto px-6 pb-6">{children}</div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-rule px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {footer}
          </footer>
        )}
      </div>
    </div>
  );
}

/**
 * Makes the rest of the page inert except for toasts, which a modal `<dialog>` would hide from
 * screen readers.
 */
const useModalFocus = (
  hostRef: React.RefObject<HTMLElement | null>,
  initialFocus: React.RefObject<HTMLElement | null>,
  finalFocus: DialogProps['finalFocus'],
) => {
  const focusAfterwards = useEffectEvent((openerElement: HTMLElement | null) =>
    (finalFocus?.() ?? openerElement)?.focus(),
  );
  useEffect(() => {
    const previousFocus = document.activeElement as HTMLElement | null;
    const siblings = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        element !== hostRef.current &&
        element.id !== 'toasts' &&
        !element.inert,
    );
    for (const element of siblings) element.inert = true;
    const rootElement = document.documentElement;
    // Replaces the width of the scrollbar so that the page doesn't shift.
    if (!rootElement.style.paddingRight)
      rootElement.style.paddingRight = `${innerWidth - rootElement.clientWidth}px`;
    rootElement.style.overflow = 'hidden';
    initialFocus.current?.focus();
    return () => {
      for (const element of siblings) element.inert = false;
      if (!document.querySelector('[role="dialog"]'))
        rootElement.style.overflow = rootElement.style.paddingRight = '';
      focusAfterwards(previousFocus);
    };
  }, [hostRef, initialFocus]);
};
