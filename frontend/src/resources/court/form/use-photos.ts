import { useEffect, useRef, useState } from 'react';
import { toastError } from '../../../ui/toast';
import { photoFile } from '../../../lib/photo-file';
import { MOST_PHOTOS, type Photo, moved } from './photos';

/** Photo state of the form: existing photos plus the host's changes. */
export const usePhotos = (before: readonly string[]) => {
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    before.map((url) => ({ url, file: null })),
  );
  const [problem, setProblem] = useState<string>();
  const [beingRead, setBeingRead] = useState(0);
  const made = useRef<string[]>([]);
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const urls = made.current;
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  const show = (file: File): Photo => {
    const url = URL.createObjectURL(file);
    made.current.push(url);
    return { url, file };
  };
  const change = (next: (photos: readonly Photo[]) => readonly Photo[]) => {
    setProblem(undefined);
    setPhotos(next);
  };

  const add = async (files: readonly File[]) => {
    const images = files.filter(({ type }) => type.startsWith('image/'));
    const room = MOST_PHOTOS - photos.length;
    if (images.length > room)
      toastError('Too Many Photos', `You can upload a maximum of ${MOST_PHOTOS} photos.`);
    setBeingRead((count) => count + 1);
    const read = await Promise.allSettled(images.slice(0, room).map(photoFile));
    setBeingRead((count) => count - 1);
    const readable = read.flatMap((photo) =>
      photo.status === 'fulfilled' ? show(photo.value) : [],
    );
    if (readable.length < read.length || images.length < files.length)
      toastError('Photo Not Added', 'The file is not a readable image. Use JPEG, PNG or WebP.');
    change((now) => [...now, ...readable].slice(0, MOST_PHOTOS));
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
    preparing: beingRead > 0,
    add,
    remove: (index: number) => change((now) => now.filter((_, at) => at !== index)),
    move: (index: number, step: number) => change((now) => moved(now, index, step)),
    uploads: photos.some(({ file }) => file),
    changed:
      photos.length !== before.length || photos.some(({ url }, index) => url !== before[index]),
  };
};

export type Photos = ReturnType<typeof usePhotos>;
