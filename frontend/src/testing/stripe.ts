export const stripeStandIn = {
  publishableKey: 'pk_test_1',
  standInUrl: 'http://127.0.0.1:4242',
} as const;

/** The browser's request to confirm an intent, as form fields by name. */
export type Confirmation = Readonly<Record<string, string>>;

/**
 * Responds to the calls of the Stripe stand-in in the browser, which are not part of the contract.
 * Call it after `mockApi`. Returns the confirmations so far.
 */
export const mockStripe = (
  respondToConfirm: () => object = () => ({ status: 'requires_capture', next_action: null }),
  intent: object = { status: 'requires_payment_method', next_action: null },
): Confirmation[] => {
  const confirmations: Confirmation[] = [];
  const apiFetch = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    if (!String(url).startsWith(`${stripeStandIn.standInUrl}/`)) return apiFetch(url, init);
    if (init?.method !== 'POST') return Response.json(intent);
    confirmations.push(Object.fromEntries(init.body as URLSearchParams));
    return Response.json(respondToConfirm());
  };
  return confirmations;
};
