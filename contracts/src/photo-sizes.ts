/** The width, in pixels, of the small size in which every photo of a court is served too: a phone's, and that of a card. */
export const SMALL_PHOTO = '800';
export type PhotoWidth = typeof SMALL_PHOTO;

/** The widest that a photo is served. */
const WHOLE_PHOTO = '2000';

export const smallPhoto = (photo: string): string => `${photo}?width=${SMALL_PHOTO}`;

/** The sizes of a court's photo for an `img` (`srcset`), of which a browser fetches the one that fits its screen. */
export const photoSizes = (photo: string): string => `${smallPhoto(photo)} ${SMALL_PHOTO}w, ${photo} ${WHOLE_PHOTO}w`;
