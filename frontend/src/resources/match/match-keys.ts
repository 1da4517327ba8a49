export const matchKeys = {
  /** Prefix of all match lists. */
  lists: ['/api/matches'] as const,
};
