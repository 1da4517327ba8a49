import { useRef, useState } from 'react';
import { ApiError, errorDetailsOf } from '../../lib/api';
import {
  type LocationField,
  locationErrors,
  useReviewApplication,
} from '../../resources/admin/application-mutations';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';

export type PlaceState = {
  requiredFields: readonly LocationField[];
  errors: Partial<Record<LocationField, string>>;
  zones: readonly string[];
  values: Record<LocationField, string>;
};

const emptyPlace: PlaceState = {
  requiredFields: [],
  errors: {},
  zones: [],
  values: { location: '', zone: '' },
};

/** Adds the fields that the server requires. Fields that were added earlier stay editable. */
const withRequiredFields = (place: PlaceState, error: unknown): PlaceState => {
  const fieldErrors = locationErrors(error);
  const offeredZones = errorDetailsOf(error, 'invalid_request')?.zones;
  return {
    ...place,
    requiredFields: [
      ...new Set([...place.requiredFields, ...fieldErrors.map(({ field }) => field)]),
    ],
    errors: Object.fromEntries(fieldErrors.map(({ field, message }) => [field, message])),
    zones: offeredZones ?? place.zones,
  };
};

/** Keeps the state of a decision. `onDecided` runs after the server accepts it. */
export const useReview = (application: AnyApplication, onDecided: () => void) => {
  const reviewMutation = useReviewApplication(isHostApplication(application) ? 'host' : 'player');
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const [place, setPlace] = useState(emptyPlace);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const isDecided = useRef(false);
  const { error } = reviewMutation;
  const serverError =
    error instanceof ApiError && error.code === 'wrong_status' ? error.userMessage : undefined;
  const canDecide = application.status === 'pending' && serverError === undefined;

  const submitDecision = (status: 'approved' | 'rejected') => {
    if (!canDecide || reviewMutation.isPending || isDecided.current) return;
    if (status === 'rejected' && !reason.trim()) {
      setReasonError('Please give a reason. The applicant will see it.');
      return reasonField.current?.focus();
    }
    setReasonError(undefined);
    const placeValues = Object.entries(status === 'approved' ? place.values : {}).filter(
      ([, text]) => text.trim(),
    );
    reviewMutation.mutate(
      {
        applicationId: application.id,
        status,
        reason: reason.trim(),
        ...Object.fromEntries(placeValues),
      },
      {
        onSuccess: () => {
          isDecided.current = true;
          onDecided();
        },
        onError: (error) => setPlace((currentPlace) => withRequiredFields(currentPlace, error)),
      },
    );
  };
  const changeReason = (reason: string) => {
    setReason(reason);
    setReasonError(undefined);
  };
  const changePlace = (field: LocationField, text: string) =>
    setPlace((currentPlace) => ({
      ...currentPlace,
      values: { ...currentPlace.values, [field]: text },
      errors: { ...currentPlace.errors, [field]: undefined },
    }));
  return {
    reason,
    reasonError,
    reasonField,
    changeReason,
    place,
    changePlace,
    serverError,
    canDecide,
    decide: submitDecision,
    isDecided,
    isDeciding: reviewMutation.isPending,
  };
};

export type ReviewState = ReturnType<typeof useReview>;
