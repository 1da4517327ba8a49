import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api';
import {
  type PlaceField,
  placeRefusals,
  useReviewApplication,
} from '../../resources/admin/application-mutations';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';

export type Place = {
  asked: readonly PlaceField[];
  errors: Partial<Record<PlaceField, string>>;
  zones: readonly string[];
  values: Record<PlaceField, string>;
};

const noPlace: Place = { asked: [], errors: {}, zones: [], values: { location: '', zone: '' } };

/** Adds the fields that the server requires. Earlier fields stay editable. */
const askedFor = (before: Place, error: unknown): Place => {
  const refusals = placeRefusals(error);
  const zones =
    error instanceof ApiError
      ? (error.details['zones'] as readonly string[] | undefined)
      : undefined;
  return {
    ...before,
    asked: [...new Set([...before.asked, ...refusals.map(({ field }) => field)])],
    errors: Object.fromEntries(refusals.map(({ field, message }) => [field, message])),
    zones: zones ?? before.zones,
  };
};

/** State of one decision; `onDone` runs after the server accepts it. */
export const useReview = (application: AnyApplication, onDone: () => void) => {
  const review = useReviewApplication(isHostApplication(application) ? 'host' : 'player');
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const [place, setPlace] = useState(noPlace);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const isDecided = useRef(false);
  const { error } = review;
  const refusal =
    error instanceof ApiError && error.code === 'wrong_status' ? error.userMessage : undefined;
  const canDecide = application.status === 'pending' && refusal === undefined;

  const decide = (status: 'approved' | 'rejected') => {
    if (!canDecide || review.isPending || isDecided.current) return;
    if (status === 'rejected' && !reason.trim()) {
      setReasonError('Please give a reason. The applicant will see it.');
      return reasonField.current?.focus();
    }
    setReasonError(undefined);
    const said = Object.entries(status === 'approved' ? place.values : {}).filter(([, text]) =>
      text.trim(),
    );
    review.mutate(
      { applicationId: application.id, status, reason: reason.trim(), ...Object.fromEntries(said) },
      {
        onSuccess: () => {
          isDecided.current = true;
          onDone();
        },
        onError: (failure) => setPlace((before) => askedFor(before, failure)),
      },
    );
  };
  const changeReason = (text: string) => {
    setReason(text);
    setReasonError(undefined);
  };
  const changePlace = (field: PlaceField, text: string) =>
    setPlace((before) => ({
      ...before,
      values: { ...before.values, [field]: text },
      errors: { ...before.errors, [field]: undefined },
    }));
  return {
    reason,
    reasonError,
    reasonField,
    changeReason,
    place,
    changePlace,
    refusal,
    canDecide,
    decide,
    isDecided,
    isDeciding: review.isPending,
  };
};

export type ReviewState = ReturnType<typeof useReview>;
