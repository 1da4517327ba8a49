import type { RootOptions } from 'react-dom/client';

type Toasts = typeof import('sonner').toast;

let loading: Promise<Toasts> | undefined;

/** Loads the toaster, which is not part of the first view. A failed load is tried again. */
export const loadToaster = (rootOptions: RootOptions = {}): Promise<Toasts> =>
  (loading ??= import('./toaster')
    .then(({ mountToaster }) => mountToaster(rootOptions))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

type ToastOptions = {
  description?: string | undefined;
  action?: { label: string; onClick: () => void };
};

/** Toasts with a button are shown for longer. Hovering over them pauses the timer. */
const ACTION_DURATION_MS = 15_000;

/** Without the toaster, the browser shows the text, so that no error is lost. */
const show = (title: string, description: string | undefined, add: (toasts: Toasts) => unknown) =>
  void loadToaster().then(add, () => alert([title, description].filter(Boolean).join('\n\n')));

/** Shows a toast and announces it politely. The next one replaces it. */
export const toast = (
  title: string,
  description?: string,
  options: Omit<ToastOptions, 'description'> = {},
): void =>
  show(title, description, (toasts) =>
    toasts(title, {
      description,
      ...options,
      ...(options.action && { duration: ACTION_DURATION_MS }),
    }),
  );

/** Removes toasts that no longer apply. */
export const dismissToasts = (): void =>
  void loading?.then(
    (toasts) => toasts.dismiss(),
    () => undefined,
  );

export const toastError = (title: string, description?: string): void =>
  show(title, description, (toasts) => toasts.error(title, { description }));
