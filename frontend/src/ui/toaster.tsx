import { createPortal } from 'react-dom';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';

/**
 * Where toasts appear: one at a time, for five seconds, above the bottom bar of a phone. Beside the page and not in it, so that
 * they are read out while a dialog is open.
 */
export function Toaster() {
  return createPortal(
    <Sonner
      visibleToasts={1}
      duration={5000}
      position="bottom-right"
      offset={{ bottom: 'var(--toast-bottom)', right: '1.5rem' }}
      mobileOffset={{ bottom: 'var(--toast-bottom)' }}
      icons={{ error: null }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-4 rounded-md border border-rule bg-raised px-5 py-4 font-sans text-ink shadow-lift',
          error: 'border-l-4 border-l-bad',
          title: 'font-semibold leading-snug',
          description: 'mt-0.5 text-[0.9375rem] text-quiet',
          content: 'grow',
          actionButton: 'shrink-0 cursor-pointer font-semibold text-leaf underline underline-offset-4',
        },
      }}
    />,
    document.getElementById('toasts')!,
  );
}
