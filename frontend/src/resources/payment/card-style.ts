import type { StripeElementStyle } from '@stripe/stripe-js';

/** Style of the card element, which is in a Stripe frame that our CSS doesn't reach. */
export const cardStyle = (): StripeElementStyle => {
  const bodyStyle = getComputedStyle(document.body);
  const colorOf = (colorToken: string) => {
    const probeElement = document.createElement('span');
    probeElement.style.color = `var(--color-${colorToken})`;
    document.body.append(probeElement);
    const { color } = getComputedStyle(probeElement);
    probeElement.remove();
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
