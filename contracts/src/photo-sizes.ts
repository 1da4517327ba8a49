/** The width, in pixels, of the small size in which every photo of a court is served too: a phone's, and that of a card. */
export const SMALL_PHOTO = '800';
export type PhotoWidth = typeof SMALL_PHOTO;
