import { toast as show } from 'sonner';

type Options = {
  description?: string | undefined;
  action?: { label: string; onClick: () => void };
};

/** Who must find a button first has this long, and the toast waits while it is pointed at. */
const ACTION_MS = 15_000;

/** Tells the person what happened. It is read out politely, and the next one takes its place. */
export const toast = (
  title: string,
  description?: string,
  options: Omit<Options, 'description'> = {},
): void =>
  void show(title, { description, ...options, ...(options.action && { duration: ACTION_MS }) });

/** Tells the person what went wrong. */
export const toastError = (title: string, description?: string): void =>
  void show.error(title, { description });
