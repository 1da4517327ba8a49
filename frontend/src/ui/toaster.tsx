import { type FocusEvent, useEffect, useSyncExternalStore } from 'react';
import { type RootOptions, createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast } from 'sonner';
import 'sonner/dist/styles.css';

const narrowWindow = '(width < 64rem)';

const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const mediaQueryList = matchMedia(narrowWindow);
      mediaQueryList.addEventListener('change', listener);
      return () => mediaQueryList.removeEventListener('change', listener);
    },
    () => matchMedia(narrowWindow).matches,
    () => false,
  );

/** Sonner restores focus whenever it leaves a toast, which traps Tab in WebKit. */
const hideFromSonner = (event: FocusEvent) => event.stopPropagation();

/**
 * Shows one toast at a time, at the top on phones because buttons and sheets are at the bottom. It
 * has its own React root, so that screen readers announce toasts while a dialog is open.
 */
function Toaster({ onReady }: { onReady: () => void }) {
  const isNarrow = useIsNarrow();
  // Sonner does not show toasts from before its own effect, which runs first.
  useEffect(onReady, [onReady]);
  return (
    <div onFocusCapture={hideFromSonner} onBlurCapture={hideFromSonner} className="contents">
      <Sonner
        visibleToasts={1}
        duration={5000}
        position={isNarrow ? 'top-center' : 'bottom-right'}
        offset={{ top: '0.75rem', bottom: '1.5rem', right: '1.5rem' }}
        mobileOffset={{ top: 'max(0.75rem, env(safe-area-inset-top))' }}
        icons={{ error: null }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              'flex w-full items-center gap-4 rounded-md border border-rule bg-raised px-5 py-4 font-sans text-ink shadow-lift',
            error: 'border-l-4 border-l-bad',
            title: 'font-semibold leading-snug',
            description: 'mt-0.5 text-small text-quiet',
            content: 'grow',
            actionButton:
              'shrink-0 cursor-pointer font-semibold text-leaf underline underline-offset-4',
          },
        }}
      />
    </div>
  );
}

/** Renders the toaster, and resolves once it shows toasts. */
export const mountToaster = async (rootOptions: RootOptions): Promise<typeof toast> => {
  const element = document.getElementById('toasts');
  if (element)
    await new Promise<void>((resolve) => {
      createRoot(element, rootOptions).render(<Toaster onReady={resolve} />);
    });
  return toast;
};
