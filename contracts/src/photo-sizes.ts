/** The width, in pixels, of the small size in which every photo of a court is served too: a phone's, and that of a card. */
export const SMALL_PHOTO = '800';
export type PhotoWidth = typeof SMALL_PHOTO;
/** The widest that a photo is kept, in pixels. */
const WHOLE = '2000';

export const smallPhoto = (photo: string): string => `${photo}?width=${SMALL_PHOTO}`;

/** The sizes of a court's photo for an `img`, of which a browser fetches the one that fits its screen. */
export const photoSrcSet = (photo: string): string =>
  `${smallPhoto(photo)} ${SMALL_PHOTO}w, ${photo} ${WHOLE}w`;

/** How wide a photo is shown, as the `sizes` of an `img`: at the head of a page, and in a card. */
export const photoWidths = { head: '100vw', card: '(min-width: 40rem) 24rem, 100vw' } as const;
