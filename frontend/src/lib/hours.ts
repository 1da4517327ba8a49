/** `9 AM`; `12 PM` is noon, and `12 AM` is midnight (0 and 24). */
export const hourLabel = (hourOfDay: number): string =>
  `${hourOfDay % 12 || 12} ${hourOfDay % 24 < 12 ? 'AM' : 'PM'}`;
