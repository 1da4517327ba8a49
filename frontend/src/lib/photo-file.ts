const MOST_BYTES = 5 * 1024 * 1024;
const LONGEST_SIDE = 2_000;
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Prepares a photo for upload. The server displays at most 2000 pixels per side, so larger photos
 * are scaled down to save upload time; other formats become JPEG.
 * @throws if the browser can't decode the image
 */
export const photoFile = async (file: File): Promise<File> => {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  if (scale === 1 && file.size <= MOST_BYTES && ACCEPTED.includes(file.type)) return file;
  const canvas = new OffscreenCanvas(
    Math.round(image.width * scale),
    Math.round(image.height * scale),
  );
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new File([smaller], file.name, { type: smaller.type });
};
