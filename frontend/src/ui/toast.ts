import { toast as show } from 'sonner';

type Options = { description?: string | undefined; action?: { label: string; onClick: () => void } };

/** Tells the person what happened. It is read out politely, and the next one takes its place. */
export const toast = (title: string, description?: string, options: Omit<Options, 'description'> = {}): void =>
  void show(title, { description, ...options });

/** Tells the person what went wrong. */
export const toastError = (title: string, description?: string): void => void show.error(title, { description });
