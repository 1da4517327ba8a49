import type { CourtDetail, CourtForm } from '@courtly/contracts/courts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorDetailsOf, errorMessage, invalidFieldsOf } from '../../../lib/api';
import { invalidateCourts } from '../court-mutations';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { toastError } from '../../../ui/toast';
import { toFormData } from './court-values';
import { type Photo, newFiles, existingUrls, orderToRequest } from './photos';

const saveCourt = async (
  courtId: string | undefined,
  courtForm: CourtForm,
  photos: readonly Photo[],
  idempotencyKey: string,
): Promise<CourtDetail> => {
  if (!courtId)
    return call('POST /api/courts', {
      body: toFormData(courtForm, newFiles(photos)),
      key: idempotencyKey,
    });
  const updateCourt = (keepPhotos: string[], files: readonly File[]) =>
    call('PUT /api/courts/:courtId', {
      params: { courtId },
      body: toFormData({ ...courtForm, keepPhotos }, files),
    });
  const savedCourt = await updateCourt(existingUrls(photos), newFiles(photos));
  const photoOrder = orderToRequest(photos, savedCourt.photos);
  return photoOrder ? updateCourt(photoOrder, []) : savedCourt;
};

/** Creates a court, or updates the one with this id. */
export const useSaveCourt = (courtId: string | undefined) => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ form: courtForm, photos }: { form: CourtForm; photos: readonly Photo[] }) =>
      saveCourt(
        courtId,
        courtForm,
        photos,
        keyOf(JSON.stringify([courtForm, photos.map(({ url }) => url)])),
      ),
    onSuccess: () => void invalidateCourts(queryClient),
    onSettled: (_, error) => settle(error),
    onError: (error) =>
      toastError('Error saving court', errorMessage(error, 'Failed to save court')),
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
