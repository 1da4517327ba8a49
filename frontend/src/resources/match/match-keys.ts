export const matchKeys = {
  /** What all lists of matches begin with. */
  lists: ['/api/matches'] as const,
};
