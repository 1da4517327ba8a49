/** Whether an address is that of checkout, as the router takes it: a document of its own, with a policy of its own. */
export const isCheckout = (pathname: string): boolean => /^\/checkout\/*$/i.test(pathname);
