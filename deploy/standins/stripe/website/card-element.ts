import type { StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js';

/** Card data as Stripe's API expects it. */
export type Card = Readonly<{ number: string; exp_month: string; exp_year: string; cvc: string }>;

/** Stripe's card element plus access to the entered card. */
export type CardElement = StripeCardElement & Readonly<{ card: () => Card }>;

const onlyDigits = (text: string): string => text.replace(/\D/g, '');
const groupDigits = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? '';
const formatExpiry = (text: string): string =>
  text.length > 2 ? `${text.slice(0, 2)} / ${text.slice(2)}` : text;

const fields = [
  {
    name: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    maxDigits: 16,
    format: groupDigits,
    flex: '1 1 12rem',
  },
  {
    name: 'exp',
    label: 'Expiry date, month and year',
    placeholder: 'MM / YY',
    maxDigits: 4,
    format: formatExpiry,
    flex: '0 0 5rem',
  },
  {
    name: 'cvc',
    label: 'Security code',
    placeholder: 'CVC',
    maxDigits: 4,
    format: (text: string) => text,
    flex: '0 0 3.5rem',
  },
] as const;

const minDigits = { number: 15, exp: 4, cvc: 3 } as const;

/** Inputs for number, expiry, and security code, with the methods that `<CardElement>` uses. */
export const createCardElement = (options: { disabled?: boolean } = {}): CardElement => {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const emit = (eventName: string, detail?: unknown) =>
    listeners.get(eventName)?.forEach((listener) => listener(detail));
  const entered = { number: '', exp: '', cvc: '' };
  const container = document.createElement('div');
  container.className = 'flex flex-wrap gap-x-4';

  const emitChange = () =>
    emit('change', {
      elementType: 'card',
      brand: 'unknown',
      value: { postalCode: '' },
      error: undefined,
      empty: Object.values(entered).every((text) => text === ''),
      complete: fields.every(({ name }) => entered[name].length >= minDigits[name]),
    } satisfies Partial<StripeCardElementChangeEvent>);

  const inputs = fields.map(({ name, label, placeholder, maxDigits, format, flex }) => {
    const input = document.createElement('input');
    Object.assign(input, {
      type: 'text',
      inputMode: 'numeric',
      placeholder,
      autocomplete: `cc-${name === 'cvc' ? 'csc' : name}`,
    });
    input.setAttribute('aria-label', label);
    input.className = 'h-12 min-w-0 bg-transparent outline-none figures';
    input.style.flex = flex;
    input.disabled = options.disabled ?? false;
    input.addEventListener('input', () => {
      entered[name] = onlyDigits(input.value).slice(0, maxDigits);
      input.value = format(entered[name]);
      emitChange();
    });
    for (const eventName of ['focus', 'blur'])
      input.addEventListener(eventName, () => emit(eventName, { elementType: 'card' }));
    container.append(input);
    return input;
  });

  const element = {
    card: () => {
      const [month, year] = [entered.exp.slice(0, 2), entered.exp.slice(2)];
      return { number: entered.number, exp_month: month, exp_year: `20${year}`, cvc: entered.cvc };
    },
    mount(parentNode: HTMLElement) {
      parentNode.append(container);
      queueMicrotask(() => emit('ready', { elementType: 'card' }));
    },
    on(eventName: string, listener: (event: unknown) => void) {
      listeners.set(eventName, (listeners.get(eventName) ?? new Set()).add(listener));
      return element;
    },
    off(eventName: string, listener: (event: unknown) => void) {
      listeners.get(eventName)?.delete(listener);
      return element;
    },
    update({ disabled }: { disabled?: boolean }) {
      if (disabled !== undefined) for (const input of inputs) input.disabled = disabled;
    },
    focus: () => inputs[0]?.focus(),
    blur: () => inputs.forEach((input) => input.blur()),
    clear() {
      for (const input of inputs) input.value = '';
      Object.assign(entered, { number: '', exp: '', cvc: '' });
      emitChange();
    },
    unmount: () => container.remove(),
    destroy: () => container.remove(),
  };
  return element as unknown as CardElement;
};
