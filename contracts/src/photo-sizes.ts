/** The width in pixels of the small version of a court photo, for phones and cards. */
export const SMALL_PHOTO = '800';
export type PhotoWidth = typeof SMALL_PHOTO;
/** The maximum width of a stored photo, in pixels. */
const FULL_PHOTO = '2000';

export const smallPhoto = (photoUrl: string): string => `${photoUrl}?width=${SMALL_PHOTO}`;

/** The `srcset` of a court photo. */
export const photoSrcSet = (photoUrl: string): string =>
  `${smallPhoto(photoUrl)} ${SMALL_PHOTO}w, ${photoUrl} ${FULL_PHOTO}w`;

/** The `sizes` attribute of a photo in a page header or a card. */
export const photoWidths = { head: '100vw', card: '(min-width: 40rem) 24rem, 100vw' } as const;
