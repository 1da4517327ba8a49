import type { StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js';

/** What somebody typed, as Stripe's calls take it. */
export type Card = Readonly<{ number: string; exp_month: string; exp_year: string; cvc: string }>;

/** The stand-in's card element: what it is asked for beside what Stripe's has. */
export type CardElement = StripeCardElement & Readonly<{ card: () => Card }>;

const digits = (text: string): string => text.replace(/\D/g, '');
const inGroups = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? '';
const asExpiry = (text: string): string =>
  text.length > 2 ? `${text.slice(0, 2)} / ${text.slice(2)}` : text;

const fields = [
  {
    name: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    most: 16,
    shown: inGroups,
    grow: '1 1 12rem',
  },
  {
    name: 'exp',
    label: 'Expiry date, month and year',
    placeholder: 'MM / YY',
    most: 4,
    shown: asExpiry,
    grow: '0 0 5rem',
  },
  {
    name: 'cvc',
    label: 'Security code',
    placeholder: 'CVC',
    most: 4,
    shown: (text: string) => text,
    grow: '0 0 3.5rem',
  },
] as const;

const least = { number: 15, exp: 4, cvc: 3 } as const;

/** A line for number, expiry and security code, with the methods of Stripe's card element that `<CardElement>` uses. */
export const createCardElement = (options: { disabled?: boolean } = {}): CardElement => {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const emit = (event: string, detail?: unknown) =>
    listeners.get(event)?.forEach((listener) => listener(detail));
  const typed = { number: '', exp: '', cvc: '' };
  const line = document.createElement('div');
  line.className = 'flex flex-wrap gap-x-4';

  const changed = () =>
    emit('change', {
      elementType: 'card',
      brand: 'unknown',
      value: { postalCode: '' },
      error: undefined,
      empty: Object.values(typed).every((text) => text === ''),
      complete: fields.every(({ name }) => typed[name].length >= least[name]),
    } satisfies Partial<StripeCardElementChangeEvent>);

  const inputs = fields.map(({ name, label, placeholder, most, shown, grow }) => {
    const input = document.createElement('input');
    Object.assign(input, {
      type: 'text',
      inputMode: 'numeric',
      placeholder,
      autocomplete: `cc-${name === 'cvc' ? 'csc' : name}`,
    });
    input.setAttribute('aria-label', label);
    input.className = 'h-12 min-w-0 bg-transparent outline-none figures';
    input.style.flex = grow;
    input.disabled = options.disabled ?? false;
    input.addEventListener('input', () => {
      typed[name] = digits(input.value).slice(0, most);
      input.value = shown(typed[name]);
      changed();
    });
    for (const event of ['focus', 'blur'])
      input.addEventListener(event, () => emit(event, { elementType: 'card' }));
    line.append(input);
    return input;
  });

  const element = {
    card: () => {
      const [month, year] = [typed.exp.slice(0, 2), typed.exp.slice(2)];
      return { number: typed.number, exp_month: month, exp_year: `20${year}`, cvc: typed.cvc };
    },
    mount(node: HTMLElement) {
      node.append(line);
      queueMicrotask(() => emit('ready', { elementType: 'card' }));
    },
    on(event: string, listener: (event: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return element;
    },
    off(event: string, listener: (event: unknown) => void) {
      listeners.get(event)?.delete(listener);
      return element;
    },
    update({ disabled }: { disabled?: boolean }) {
      if (disabled !== undefined) for (const input of inputs) input.disabled = disabled;
    },
    focus: () => inputs[0]?.focus(),
    blur: () => inputs.forEach((input) => input.blur()),
    clear() {
      for (const input of inputs) input.value = '';
      Object.assign(typed, { number: '', exp: '', cvc: '' });
      changed();
    },
    unmount: () => line.remove(),
    destroy: () => line.remove(),
  };
  return element as unknown as CardElement;
};
