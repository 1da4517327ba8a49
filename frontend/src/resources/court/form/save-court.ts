import type { CourtDetail, CourtForm } from '@courtly/contracts/courts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, invalidFields, messageOf } from '../../../lib/api';
import { invalidateCourts } from '../court-mutations';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { toastError } from '../../../ui/toast';
import { formDataOf } from './court-values';
import { type Photo, filesOf, keptOf, orderToAskFor } from './photos';

const saveCourt = async (
  courtId: string | undefined,
  form: CourtForm,
  photos: readonly Photo[],
  key: string,
): Promise<CourtDetail> => {
  if (!courtId) return call('POST /api/courts', { body: formDataOf(form, filesOf(photos)), key });
  const change = (keepPhotos: string[], files: readonly File[]) =>
    call('PUT /api/courts/:courtId', {
      params: { courtId },
      body: formDataOf({ ...form, keepPhotos }, files),
    });
  const saved = await change(keptOf(photos), filesOf(photos));
  const order = orderToAskFor(photos, saved.photos);
  return order ? change(order, []) : saved;
};

/** Creates a court, or updates the one with this id. */
export const useSaveCourt = (courtId: string | undefined) => {
  const client = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ form, photos }: { form: CourtForm; photos: readonly Photo[] }) =>
      saveCourt(courtId, form, photos, keyOf(JSON.stringify([form, photos.map(({ url }) => url)]))),
    onSuccess: () => void invalidateCourts(client),
    onSettled: (_, error) => settle(error),
    onError: (error) => toastError('Error saving court', messageOf(error, 'Failed to save court')),
  });
};

/** Zones the server can't choose between. */
export const zonesOffered = (error: unknown): readonly string[] =>
  error instanceof ApiError
    ? ((error.details['zones'] as readonly string[] | undefined) ?? [])
    : [];

/** A server error about the photos as a whole. */
export const photosProblemOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.code === 'too_large' || error.code === 'unsupported_image')
    ? error.userMessage
    : invalidFields(error).find(({ field }) => field.startsWith('keepPhotos'))?.message;
