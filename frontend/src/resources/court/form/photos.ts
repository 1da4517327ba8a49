/**
 * A photo in the form: an existing one (`url` is its address) or a new one (`url` previews `file`).
 */
export type Photo = Readonly<{ url: string; file: File | null }>;

const isExisting = ({ file }: Photo): boolean => file === null;
const isAdded = ({ file }: Photo): boolean => file !== null;

export const existingUrls = (photos: readonly Photo[]): string[] =>
  photos.filter(isExisting).map(({ url }) => url);

export const newFiles = (photos: readonly Photo[]): File[] =>
  photos.flatMap(({ file }) => file ?? []);

/** Moves the photo at `index` by `step` places, unless that is out of range. */
export const movePhoto = (
  photos: readonly Photo[],
  index: number,
  step: number,
): readonly Photo[] => {
  const targetIndex = index + step;
  return photos[targetIndex]
    ? photos.with(index, photos[targetIndex]).with(targetIndex, photos[index]!)
    : photos;
};

/**
 * The server appends new photos. Returns the desired order of URLs for a second request, or null if
 * the order already matches or two identical photos were stored as one.
 */
export const orderToRequest = (
  photos: readonly Photo[],
  storedUrls: readonly string[],
): string[] | null => {
  const sentPhotos = [...photos.filter(isExisting), ...photos.filter(isAdded)];
  const desiredOrder = photos.map((photo) => storedUrls[sentPhotos.indexOf(photo)]!);
  const isInOrder = desiredOrder.every((photoUrl, index) => photoUrl === storedUrls[index]);
  return isInOrder || storedUrls.length !== photos.length ? null : desiredOrder;
};
