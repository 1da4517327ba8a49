/** The minimum and maximum number of characters in a password. This file must not load zod. */
export const PASSWORD_LENGTH = { least: 8, most: 200 } as const;
