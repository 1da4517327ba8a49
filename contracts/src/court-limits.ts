/** Limits of courts and of applications to host. This file must not load zod. */
export const MOST_PHOTOS = 5;
export const MOST_AMENITIES = 20;

/** The maximum length of an amenity, in characters. */
export const AMENITY_LENGTH = 40;
export const COURT_DESCRIPTION = { least: 20, most: 500 } as const;
