import { Dialog } from '@base-ui/react/dialog';
import { type VariantProps, cva, cx } from 'class-variance-authority';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { CloseContext, useDialogGuard } from './guards';

const popupVariants = cva(
  'fixed z-50 flex w-full flex-col bg-raised shadow-lift outline-none transition duration-200 ease-quiet',
  {
    variants: {
      side: {
        center:
          'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-md border-t border-rule starting:translate-y-6 starting:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-w-xl sm:-translate-1/2 sm:rounded-md sm:border sm:starting:-translate-y-[46%]',
        right:
          'inset-y-0 right-0 max-h-dvh max-w-md border-l border-rule starting:translate-x-full',
      },
    },
    defaultVariants: { side: 'center' },
  },
);

export type OpenDialogProps = VariantProps<typeof popupVariants> & {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** The element that gets the focus after closing, if not the one that opened the dialog. */
  finalFocus?: () => HTMLElement | null;
  /** Whether what the user enters stays when the dialog closes, such as a draft. */
  keepsEntries?: boolean;
  /** Whether closing would lose entries that are no longer on the screen. */
  hasHiddenEntries?: boolean;
  className?: string;
};

/**
 * Focuses an element once the dialog is gone. Base UI itself would focus the first control in an
 * element like a heading.
 */
const focusElement = (element: HTMLElement | null | undefined): boolean => {
  if (!element) return false;
  queueMicrotask(() => element.focus());
  return true;
};

/** Other handlers of an event find the same dialog on top, even after it has closed. */
const topDialogs = new WeakMap<Event, Element | null>();

/**
 * Whether an event belongs to a dialog above this one that React does not render inside it. With
 * the focus outside dialogs, that is the top one: a native one, or else the last in the document.
 */
const isForOtherDialog = (event: Event, popup: HTMLElement | null): boolean => {
  if (!topDialogs.has(event)) {
    const { target } = event;
    const focused = target instanceof Element ? target.closest('[role="dialog"], dialog') : null;
    const open = [...document.querySelectorAll('[role="dialog"][aria-modal]')];
    topDialogs.set(event, focused ?? document.querySelector('dialog[open]') ?? open.at(-1) ?? null);
  }
  const dialog = topDialogs.get(event);
  return Boolean(dialog) && dialog !== popup;
};

/** The open dialog. `Dialog` loads it. */
export function DialogPopup({
  onClose,
  title,
  description,
  children,
  footer,
  side,
  finalFocus,
  keepsEntries = false,
  hasHiddenEntries = false,
  className,
}: OpenDialogProps) {
  const popupRef = useRef<HTMLDivElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { requestClose, contentProps } = useDialogGuard(onClose, {
    keepsEntries,
    hasHiddenEntries,
  });
  return (
    <Dialog.Root
      open
      onOpenChange={(_open, details) => {
        if (isForOtherDialog(details.event, popupRef.current)) details.cancel();
        else requestClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-200 starting:opacity-0"
        />
        <Dialog.Popup
          ref={popupRef}
          aria-modal
          {...contentProps}
          // Immediately: Base UI waits for a frame, in which keys would still reach the page.
          initialFocus={() => {
            titleRef.current?.focus({ preventScroll: true });
            return false;
          }}
          finalFocus={() => !focusElement(finalFocus?.())}
          className={cx(popupVariants({ side }), className)}
        >
          <header className="flex items-start justify-between gap-4 px-6 pt-6 pb-4">
            <div className="min-w-0">
              <Dialog.Title
                ref={titleRef}
                tabIndex={-1}
                className="font-display text-2xl outline-none"
              >
                {title}
              </Dialog.Title>
              {description && (
                <Dialog.Description dir="auto" className="mt-1 text-quiet">
                  {description}
                </Dialog.Description>
              )}
            </div>
            <Dialog.Close
              aria-label="Close"
              className="-mt-2 -mr-3 grid size-11 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
            >
              <X size={20} strokeWidth={1.6} aria-hidden />
            </Dialog.Close>
          </header>
          <CloseContext value={requestClose}>
            <div className="min-h-0 grow overflow-y-auto px-6 pb-6">{children}</div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-3 border-t border-rule px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            )}
          </CloseContext>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
