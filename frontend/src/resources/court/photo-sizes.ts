import type { PhotoWidth } from '@courtly/contracts/photo-sizes';

const SMALL: PhotoWidth = '800';
/** The widest that a photo is kept. */
const WHOLE = '2000';

export const smallPhoto = (photo: string): string => `${photo}?width=${SMALL}`;

/** The sizes of a court's photo for an `img`, of which a browser fetches the one that fits its screen. */
export const photoSrcSet = (photo: string): string => `${smallPhoto(photo)} ${SMALL}w, ${photo} ${WHOLE}w`;
