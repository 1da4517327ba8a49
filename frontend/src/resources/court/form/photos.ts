export const MOST_PHOTOS = 5;

/** A photo in the form: an existing one (`url` is its address) or a new one (`url` previews `file`). */
export type Photo = Readonly<{ url: string; file: File | null }>;

const isKept = ({ file }: Photo): boolean => file === null;
const isNew = ({ file }: Photo): boolean => file !== null;

export const keptOf = (photos: readonly Photo[]): string[] =>
  photos.filter(isKept).map(({ url }) => url);

export const filesOf = (photos: readonly Photo[]): File[] =>
  photos.flatMap(({ file }) => file ?? []);

/** Moves the photo at `index` by `step` places, unless that is out of range. */
export const moved = (photos: readonly Photo[], index: number, step: number): readonly Photo[] => {
  const target = index + step;
  return photos[target] ? photos.with(index, photos[target]).with(target, photos[index]!) : photos;
};

/**
 * The server appends new photos. Returns the desired order of URLs for a second request, or null if
 * the order already matches. A photo that was sent twice is stored once, which leaves the server's
 * order.
 */
export const orderToAskFor = (
  photos: readonly Photo[],
  stored: readonly string[],
): string[] | null => {
  const sent = [...photos.filter(isKept), ...photos.filter(isNew)];
  const wanted = photos.map((photo) => stored[sent.indexOf(photo)]!);
  const inOrder = wanted.every((address, index) => address === stored[index]);
  return inOrder || stored.length !== photos.length ? null : wanted;
};
