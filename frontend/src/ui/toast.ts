type Options = { description?: string | undefined; action?: { label: string; onClick: () => void } };

const sonner = async () => (await import('sonner')).toast;

/** Tells the person what happened. It is read out politely, and the next one takes its place. */
export const toast = (title: string, description?: string, options: Omit<Options, 'description'> = {}): void =>
  void sonner().then((show) => show(title, { description, ...options }));

/** Tells the person what went wrong. */
export const toastError = (title: string, description?: string): void =>
  void sonner().then((show) => show.error(title, { description }));
