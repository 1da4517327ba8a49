import type { CourtDetail, CourtForm } from '@courtly/contracts/courts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorDetailsOf, errorMessage, invalidFieldsOf } from '../../../lib/api';
import { invalidateCourts, isChangedElsewhere } from '../court-mutations';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { toastError } from '../../../ui/toast';
import { toFormData } from './court-values';
import { type Photo, newFiles, existingUrls, orderToRequest } from './photos';

type SavedVersion = Readonly<{ id: string; version: number }>;

const saveCourt = async (
  court: SavedVersion | null,
  courtForm: CourtForm,
  photos: readonly Photo[],
  idempotencyKey: string,
): Promise<CourtDetail> => {
  if (!court)
    return call('POST /api/courts', {
      body: toFormData(courtForm, newFiles(photos)),
      key: idempotencyKey,
    });
  const updateCourt = (version: number, keepPhotos: string[], files: readonly File[]) =>
    call('PUT /api/courts/:courtId', {
      params: { courtId: court.id },
      body: toFormData({ ...courtForm, version, keepPhotos }, files),
    });
  const savedCourt = await updateCourt(court.version, existingUrls(photos), newFiles(photos));
  const photoOrder = orderToRequest(photos, savedCourt.photos);
  return photoOrder ? updateCourt(savedCourt.version, photoOrder, []) : savedCourt;
};

/** Creates a court, or updates this one. */
export const useSaveCourt = (court: SavedVersion | null) => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ form: courtForm, photos }: { form: CourtForm; photos: readonly Photo[] }) =>
      saveCourt(
        court,
        courtForm,
        photos,
        keyOf(JSON.stringify([courtForm, photos.map(({ url }) => url)])),
      ),
    onSuccess: () => void invalidateCourts(queryClient),
    onSettled: (_, error) => settle(error),
    onError: (error) => {
      if (isChangedElsewhere(error)) void invalidateCourts(queryClient);
      toastError('Error saving court', errorMessage(error, 'Failed to save court'));
    },
  });
};

/** The time zones from which the host has to choose, because the server can't. */
export const suggestedZones = (error: unknown): readonly string[] =>
  errorDetailsOf(error, 'invalid_request')?.zones ?? [];

/** An error that concerns all photos. */
export const photosError = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.code === 'too_large' || error.code === 'unsupported_image')
    ? error.userMessage
    : invalidFieldsOf(error).find(({ field }) => field.startsWith('keepPhotos'))?.message;
