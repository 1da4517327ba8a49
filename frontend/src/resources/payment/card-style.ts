import type { StripeElementStyle } from '@stripe/stripe-js';

/** Style of the card element, which is in a Stripe frame that our CSS doesn't reach. */
export const cardStyle = (): StripeElementStyle => {
  const bodyStyle = getComputedStyle(document.body);
  const colorOf = (token: string) => {
    const probe = document.createElement('span');
    probe.style.color = `var(--color-${token})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return {
    base: {
      fontSize: '16px',
      fontFamily: bodyStyle.fontFamily,
      color: bodyStyle.color,
      '::placeholder': { color: colorOf('quiet') },
    },
    invalid: { color: colorOf('bad') },
  };
};
