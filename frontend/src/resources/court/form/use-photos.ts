import { MOST_PHOTOS } from '@courtly/contracts/court-limits';
import { useEffect, useRef, useState } from 'react';
import { toastError } from '../../../ui/toast';
import { preparePhoto } from '../../../lib/photo-file';
import { type Photo, movePhoto } from './photos';

/** The photos in the form: the existing ones with the host's changes. */
export const usePhotos = (initialUrls: readonly string[]) => {
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    initialUrls.map((url) => ({ url, file: null })),
  );
  const [problem, setProblem] = useState<string>();
  const [pendingReads, setPendingReads] = useState(0);
  const objectUrls = useRef<string[]>([]);
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const urls = objectUrls.current;
    return () => urls.forEach((objectUrl) => URL.revokeObjectURL(objectUrl));
  }, []);

  const previewFile = (file: File): Photo => {
    const objectUrl = URL.createObjectURL(file);
    objectUrls.current.push(objectUrl);
    return { url: objectUrl, file };
  };
  const changePhotos = (updatePhotos: (photos: readonly Photo[]) => readonly Photo[]) => {
    setProblem(undefined);
    setPhotos(updatePhotos);
  };

  const addFiles = async (files: readonly File[]) => {
    const imageFiles = files.filter(({ type }) => type.startsWith('image/'));
    const freeSlots = MOST_PHOTOS - photos.length;
    if (imageFiles.length > freeSlots)
      toastError('Too Many Photos', `You can upload a maximum of ${MOST_PHOTOS} photos.`);
    setPendingReads((pendingCount) => pendingCount + 1);
    const readResults = await Promise.allSettled(imageFiles.slice(0, freeSlots).map(preparePhoto));
    setPendingReads((pendingCount) => pendingCount - 1);
    const readablePhotos = readResults.flatMap((readResult) =>
      readResult.status === 'fulfilled' ? previewFile(readResult.value) : [],
    );
    if (readablePhotos.length < readResults.length || imageFiles.length < files.length)
      toastError('Photo not added', "The file isn't a readable image. Use JPEG, PNG, or WebP.");
    changePhotos((current) => [...current, ...readablePhotos].slice(0, MOST_PHOTOS));
  };

  return {
    photos,
    problem,
    /** Shows an error and focuses the button that adds photos. */
    refuse: (message: string) => {
      setProblem(message);
      addButton.current?.focus();
    },
    addButton,
    preparing: pendingReads > 0,
    add: addFiles,
    remove: (index: number) =>
      changePhotos((current) => current.filter((_, otherIndex) => otherIndex !== index)),
    move: (index: number, step: number) =>
      changePhotos((current) => movePhoto(current, index, step)),
    uploads: photos.some(({ file }) => file),
    changed:
      photos.length !== initialUrls.length ||
      photos.some(({ url }, index) => url !== initialUrls[index]),
  };
};

export type Photos = ReturnType<typeof usePhotos>;
