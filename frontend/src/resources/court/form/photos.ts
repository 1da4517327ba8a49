export const MOST_PHOTOS = 5;

/** A photo of the form: one that the court has (`url` is its address) or a new one (`url` shows `file`). */
export type Photo = Readonly<{ url: string; file: File | null }>;

const isKept = ({ file }: Photo): boolean => file === null;
const isNew = ({ file }: Photo): boolean => file !== null;

/** The photos of the court that stay, in order. */
export const keptOf = (photos: readonly Photo[]): string[] =>
  photos.filter(isKept).map(({ url }) => url);

export const filesOf = (photos: readonly Photo[]): File[] =>
  photos.flatMap(({ file }) => file ?? []);

/** The photos with the one at `index` moved by `step` places; it stays where there is no such place. */
export const moved = (photos: readonly Photo[], index: number, step: number): readonly Photo[] => {
  const target = index + step;
  return photos[target] ? photos.with(index, photos[target]).with(target, photos[index]!) : photos;
};

/**
 * The server puts new photos behind those that stay. Where the owner wants them in another order: their addresses in that
 * order, for a second call; else null. A picture that was sent twice is stored once, and then its order is the server's.
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
