const MAX_BYTES = 5 * 1024 * 1024;
const MAX_SIDE_PX = 2_000;
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Prepares a photo for upload. The server displays at most 2000 pixels per side, so larger photos
 * are scaled down to save time. Other formats become JPEG.
 * @throws if the browser can't decode the image
 */
export const preparePhoto = async (file: File): Promise<File> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.size <= MAX_BYTES && ACCEPTED_TYPES.includes(file.type)) return file;
  const canvas = new OffscreenCanvas(
    Math.round(bitmap.width * scale),
    Math.round(bitmap.height * scale),
  );
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const resizedBlob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new File([resizedBlob], file.name, { type: resizedBlob.type });
};
