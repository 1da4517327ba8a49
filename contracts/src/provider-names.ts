/**
 * The providers that can identify a person. This is a separate file, because pages load it without
 * zod.
 */
export const providerNames = { google: 'Google', apple: 'Apple' } as const;
