/**
 * Whether a path is that of the checkout page, which has its own HTML document and content security
 * policy.
 */
export const isCheckout = (pathname: string): boolean => /^\/checkout\/*$/i.test(pathname);
