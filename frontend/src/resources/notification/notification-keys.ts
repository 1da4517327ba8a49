export const notificationKeys = {
  list: (limit: number) => ['/api/notices', { limit }] as const,
  /** Prefix of all lists. */
  lists: ['/api/notices'] as const,
  unread: ['/api/notices/unread'] as const,
  preferences: ['/api/notices/preferences'] as const,
};
