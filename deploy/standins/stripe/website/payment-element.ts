import type {
  StripeError,
  StripePaymentElement,
  StripePaymentElementChangeEvent,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

/** A card and its billing address as Stripe's API expects them. */
export type EnteredCard = Readonly<{
  card: Readonly<{ number: string; exp_month: string; exp_year: string; cvc: string }>;
  address: Readonly<{ country: string; postal_code: string }>;
}>;

/** Stripe's Payment Element plus access to the entered card. */
export type PaymentElement = StripePaymentElement &
  Readonly<{
    enteredCard: () => EnteredCard;
    /** Marks incomplete fields and returns the error that Stripe.js returns for them. */
    validate: () => StripeError | undefined;
  }>;

const onlyDigits = (text: string): string => text.replace(/\D/g, '');
const groupDigits = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? '';
const formatExpiry = (text: string): string =>
  text.length > 2 ? `${text.slice(0, 2)} / ${text.slice(2)}` : text;
const unchanged = (text: string): string => text;

const fields = [
  {
    name: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    minDigits: 15,
    maxDigits: 16,
    format: groupDigits,
    column: 'col-span-6',
    incomplete: 'Your card number is incomplete.',
  },
  {
    name: 'exp',
    label: 'Expiry date, month and year',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    minDigits: 4,
    maxDigits: 4,
    format: formatExpiry,
    column: 'col-span-2',
    incomplete: "Your card's expiration date is incomplete.",
  },
  {
    name: 'cvc',
    label: 'Security code',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    minDigits: 3,
    maxDigits: 4,
    format: unchanged,
    column: 'col-span-2',
    incomplete: "Your card's security code is incomplete.",
  },
  {
    name: 'zip',
    label: 'ZIP code',
    placeholder: '12345',
    autocomplete: 'billing postal-code',
    minDigits: 5,
    maxDigits: 5,
    format: unchanged,
    column: 'col-span-2',
    incomplete: 'Your ZIP code is incomplete.',
  },
] as const;

type FieldName = (typeof fields)[number]['name'];

/**
 * Inputs for a card and its ZIP code, with the methods that `<PaymentElement>` uses. `load` reads
 * the intent; its error is emitted as `loaderror`.
 */
export const createPaymentElement = (
  load: () => Promise<StripeError | undefined>,
  options: StripePaymentElementOptions = {},
): PaymentElement => {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const emit = (eventName: string, detail: object = {}) =>
    listeners
      .get(eventName)
      ?.forEach((listener) => listener({ elementType: 'payment', ...detail }));
  const entered: Record<FieldName, string> = { number: '', exp: '', cvc: '', zip: '' };
  const container = document.createElement('div');
  container.className = 'grid grid-cols-6 gap-3';
  let isDestroyed = false;
  const incompleteField = () =>
    fields.find(({ name, minDigits }) => entered[name].length < minDigits);

  const emitChange = () =>
    emit('change', {
      empty: Object.values(entered).every((text) => text === ''),
      complete: !incompleteField(),
      collapsed: false,
      value: { type: 'card' },
    } satisfies Omit<StripePaymentElementChangeEvent, 'elementType'>);

  const inputs = fields.map(
    ({ name, label, placeholder, autocomplete, maxDigits, format, column }) => {
      const field = document.createElement('label');
      field.className = `grid min-w-0 gap-1 text-[0.9375rem] ${column}`;
      const caption = document.createElement('span');
      caption.textContent = name === 'exp' ? 'Expiry date' : label;
      caption.setAttribute('aria-hidden', 'true');
      const input = document.createElement('input');
      Object.assign(input, { type: 'text', inputMode: 'numeric', placeholder, autocomplete });
      input.setAttribute('aria-label', label);
      input.className =
        'h-12 w-full min-w-0 rounded-sm border border-edge bg-raised px-3 figures aria-invalid:border-bad';
      input.readOnly = options.readOnly ?? false;
      input.addEventListener('input', () => {
        entered[name] = onlyDigits(input.value).slice(0, maxDigits);
        input.value = format(entered[name]);
        input.removeAttribute('aria-invalid');
        emitChange();
      });
      for (const eventName of ['focus', 'blur'])
        input.addEventListener(eventName, () => emit(eventName));
      field.append(caption, input);
      container.append(field);
      return { name, input };
    },
  );

  const element = {
    enteredCard: () => ({
      card: {
        number: entered.number,
        exp_month: entered.exp.slice(0, 2),
        exp_year: `20${entered.exp.slice(2)}`,
        cvc: entered.cvc,
      },
      address: { country: 'US', postal_code: entered.zip },
    }),
    validate(): StripeError | undefined {
      const incomplete = incompleteField();
      if (!incomplete) return undefined;
      const { input } = inputs.find(({ name }) => name === incomplete.name)!;
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      return {
        type: 'validation_error',
        code: `incomplete_${incomplete.name}`,
        message: incomplete.incomplete,
      };
    },
    mount(parentNode: HTMLElement) {
      void load().then((error) => {
        if (isDestroyed) return;
        if (error) return emit('loaderror', { error });
        parentNode.append(container);
        emit('ready');
      });
    },
    on(eventName: string, listener: (event: unknown) => void) {
      listeners.set(eventName, (listeners.get(eventName) ?? new Set()).add(listener));
      return element;
    },
    off(eventName: string, listener: (event: unknown) => void) {
      listeners.get(eventName)?.delete(listener);
      return element;
    },
    update({ readOnly }: Partial<StripePaymentElementOptions>) {
      if (readOnly !== undefined) for (const { input } of inputs) input.readOnly = readOnly;
      return element;
    },
    focus: () => inputs[0]?.input.focus(),
    blur: () => inputs.forEach(({ input }) => input.blur()),
    clear() {
      for (const { name, input } of inputs) {
        input.value = '';
        entered[name] = '';
      }
      emitChange();
    },
    unmount: () => container.remove(),
    destroy() {
      isDestroyed = true;
      container.remove();
    },
  };
  return element as unknown as PaymentElement;
};
