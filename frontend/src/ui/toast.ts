import { toast as show } from 'sonner';

type ToastOptions = {
  description?: string | undefined;
  action?: { label: string; onClick: () => void };
};

/** Toasts with a button are shown for longer. Hovering over them pauses the timer. */
const ACTION_DURATION_MS = 15_000;

/** Shows a toast and announces it politely. The next one replaces it. */
export const toast = (
  title: string,
  description?: string,
  options: Omit<ToastOptions, 'description'> = {},
): void =>
  void show(title, {
    description,
    ...options,
    ...(options.action && { duration: ACTION_DURATION_MS }),
  });

/** Removes toasts that no longer apply. */
export const dismissToasts = (): void => void show.dismiss();

export const toastError = (title: string, description?: string): void =>
  void show.error(title, { description });
