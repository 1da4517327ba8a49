import type { Appearance } from '@stripe/stripe-js';

/** The colors and font of the payment form, which is in a Stripe frame that our CSS can't style. */
export const paymentAppearance = (): Appearance => {
  const { fontFamily, color: colorText } = getComputedStyle(document.body);
  const colorOf = (token: string) => {
    const probe = document.createElement('span');
    probe.style.color = `var(--color-${token})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const edgeColor = colorOf('edge');
  return {
    theme: 'flat',
    variables: {
      fontFamily,
      fontSizeBase: '16px',
      colorText,
      colorTextSecondary: colorOf('quiet'),
      colorTextPlaceholder: colorOf('quiet'),
      colorPrimary: colorOf('court'),
      colorBackground: colorOf('raised'),
      colorDanger: colorOf('bad'),
      borderRadius: '2px',
    },
    rules: {
      '.Input': { border: `1px solid ${edgeColor}` },
      '.Input:focus': { outline: `2px solid ${colorOf('brass')}`, boxShadow: 'none' },
      '.Tab': { border: `1px solid ${edgeColor}` },
    },
  };
};
