/** Providers that can identify a person. Separate file, because pages load it without zod. */
export const providerNames = { google: 'Google', apple: 'Apple' } as const;
