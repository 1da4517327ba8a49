/**
 * Whether a path is the checkout page, which has its own HTML document and content security policy.
 */
export const isCheckout = (pathname: string): boolean => /^\/checkout\/*$/i.test(pathname);
