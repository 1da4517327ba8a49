import type { HostApplicationForm } from '@courtly/contracts/applications';
import { COURT_DESCRIPTION } from '@courtly/contracts/court-limits';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { HOURLY_RATE } from '@courtly/contracts/entered-number';
import { useEffect, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useReplyPeriod } from '../../resources/catalog/use-reply-period';
import { newFiles } from '../../resources/court/form/photos';
import { PhotoList } from '../../resources/court/form/photo-list';
import { photosError } from '../../resources/court/form/save-court';
import { usePhotos } from '../../resources/court/form/use-photos';
import { surfaceOptions } from '../../resources/court/court-labels';
import { useDraft } from '../../resources/draft/use-draft';
import { RateEstimate } from '../../resources/hosting/rate-estimate';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { PaperLink } from '../../resources/paper/paper-link';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { FieldError } from '../../ui/field';
import { FormField } from '../../ui/form-field';
import { Input, Textarea } from '../../ui/input';
import { NumberField } from '../../ui/number-input';
import { RadioGroup } from '../../ui/radio-group';
import { toast, toastError } from '../../ui/toast';
import { useContractForm } from '../../ui/use-contract-form';
import { useApplyAsHost } from './api';
import { ApplicationLayout } from './application-layout';
import {
  type HostApplicationValues,
  descriptionHint,
  emptyHostApplication,
  hostFieldLabels,
} from './host-application';

const formResolver = schemaResolver(
  async () =>
    (await import('@courtly/contracts/applications')).HostApplicationForm as StandardSchemaV1<
      HostApplicationValues,
      HostApplicationForm
    >,
);

const REDIRECT_MS = 1_500;

const courtTypeChoices = [
  { value: 'tennis', label: 'Tennis' },
  { value: 'pickleball', label: 'Pickleball' },
  { value: 'both', label: 'Both' },
];
const surfaceChoices = [...surfaceOptions, { value: 'other', label: 'Other' }];

function PhotoProgress({ progress }: { progress: readonly number[] }) {
  return (
    <ol aria-label="Sending photos" className="grid gap-2 empty:hidden">
      {progress.map((sentShare, index) => (
        <li key={index} className="grid grid-cols-[5rem_1fr_3rem] items-center gap-3 text-small">
          <span id={`photo-${index}`}>Photo {index + 1}</span>
          <progress
            aria-labelledby={`photo-${index}`}
            max={1}
            value={sentShare}
            className="h-1.5 w-full accent-court"
          />
          <span className="figures text-right text-quiet">{Math.round(sentShare * 100)}%</span>
        </li>
      ))}
    </ol>
  );
}

const useHostApplication = () => {
  const { user } = useSession();
  const navigate = useNavigate();
  const applyAsHost = useApplyAsHost();
  const replyPeriod = useReplyPeriod();
  const courtPhotos = usePhotos([]);
  const { form, submit } = useContractForm({
    resolver: formResolver,
    values: {
      ...emptyHostApplication,
      ...(user && { fullName: fullName(user), email: user.email }),
    },
    onInvalid: (fieldNames) =>
      toastError(
        'Please Complete Required Fields',
        fieldNames
          .map((fieldName) => hostFieldLabels[fieldName as keyof typeof hostFieldLabels])
          .join(', '),
      ),
  });
  const draft = useDraft('host-application', form);
  const { isSuccess } = applyAsHost;
  useEffect(() => {
    if (!isSuccess) return;
    const redirectTimer = setTimeout(() => void navigate(paths.hostThankYou), REDIRECT_MS);
    return () => clearTimeout(redirectTimer);
  }, [isSuccess, navigate]);

  const onSubmit = submit((formValues, setServerErrors) =>
    applyAsHost.mutate(
      { form: formValues, files: newFiles(courtPhotos.photos) },
      {
        onSuccess: () => {
          draft.clear();
          toast('Application Submitted!', `We'll review your court and contact you${replyPeriod}.`);
        },
        onError: (error) => {
          setServerErrors(error);
          const photosProblem = photosError(error);
          if (photosProblem) courtPhotos.refuse(photosProblem);
          toastError('Submission Failed', errorMessage(error, 'Please try again later.'));
        },
      },
    ),
  );
  return {
    form,
    photos: courtPhotos,
    onSubmit,
    draftNote: draft.note,
    progress: applyAsHost.progress,
    busy: applyAsHost.isPending || form.formState.isSubmitting || isSuccess,
  };
};

type HostForm = ReturnType<typeof useHostApplication>['form'];

function ContactSection({ form }: { form: HostForm }) {
  return (
    <>
      <FormField form={form} name="fullName" label="Full name">
        {(controlProps) => <Input autoComplete="name" maxLength={80} {...controlProps} />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="email" label="Email">
          {(controlProps) => (
            <Input type="email" autoComplete="email" inputMode="email" {...controlProps} />
          )}
        </FormField>
        <FormField form={form} name="phoneNumber" label="Phone number">
          {(controlProps) => (
            <Input type="tel" autoComplete="tel" maxLength={30} {...controlProps} />
          )}
        </FormField>
      </div>
    </>
  );
}

function CourtSection({ form }: { form: HostForm }) {
  const courtDescription = useWatch({ control: form.control, name: 'courtDescription' });
  const renderChoice = (
    name: 'courtType' | 'courtSurface',
    legend: string,
    choices: typeof courtTypeChoices,
    className: string,
  ) => (
    <Controller
      name={name}
      control={form.control}
      render={({ field, fieldState }) => (
        <RadioGroup
          ref={field.ref}
          legend={legend}
          required
          className={className}
          choices={choices}
          value={field.value || null}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
  return (
    <>
      <FormField
        form={form}
        name="propertyAddress"
        label="Property address"
        hint="Street, city, and state. Only our team sees it."
      >
        {(controlProps) => (
          <Input autoComplete="street-address" maxLength={160} {...controlProps} />
        )}
      </FormField>
      {renderChoice('courtType', 'Court type', courtTypeChoices, 'grid-cols-3')}
      {renderChoice('courtSurface', 'Court surface', surfaceChoices, 'grid-cols-2 sm:grid-cols-4')}
      <FormField
        form={form}
        name="availability"
        label="Availability"
        hint="For example: weekday mornings, Sundays all day."
      >
        {(controlProps) => <Textarea rows={2} maxLength={300} {...controlProps} />}
      </FormField>
      <FormField
        form={form}
        name="courtDescription"
        label="Court description"
        hint={descriptionHint(courtDescription)}
      >
        {(controlProps) => (
          <Textarea rows={5} maxLength={COURT_DESCRIPTION.most} {...controlProps} />
        )}
      </FormField>
    </>
  );
}

function EarningsEstimate() {
  const [rate, setRate] = useState('');
  return (
    <section aria-label="Earnings estimate" className="mt-8 grid gap-4">
      <NumberField
        label="What could you earn? Your hourly rate in $"
        hint="Only for this estimate. You set your rate when you list your court."
        className="max-w-64"
        rule={HOURLY_RATE}
        optional
        value={rate}
        onChange={setRate}
      />
      <RateEstimate rate={rate} />
    </section>
  );
}

export function HostApplicationPage() {
  const { form, photos, onSubmit, draftNote, progress, busy } = useHostApplication();
  const replyPeriod = useReplyPeriod();
  const { errors } = form.formState;
  return (
    <ApplicationLayout
      title="Become a host"
      lead={`Describe your court. We read every application ourselves and reply${replyPeriod}.`}
      seed="host application"
    >
      <PageMeta page="/host-application" />
      <EarningsEstimate />
      <form noValidate onSubmit={onSubmit} className="@container mt-8 grid gap-5">
        {draftNote}
        <ContactSection form={form} />
        <CourtSection form={form} />
        <div>
          <h2 className="mb-2 text-small font-semibold">
            Photos <span className="font-normal text-quiet">(optional)</span>
          </h2>
          <PhotoList photos={photos} />
        </div>
        <div>
          <Checkbox
            label={
              <>
                I agree to the{' '}
                <PaperLink paper="hostingTerms">terms and conditions of hosting</PaperLink>.
              </>
            }
            aria-invalid={errors.agreeToTerms ? true : undefined}
            aria-describedby="terms-error"
            {...form.register('agreeToTerms')}
          />
          <FieldError id="terms-error">{errors.agreeToTerms?.message}</FieldError>
        </div>
        <PhotoProgress progress={progress} />
        <Button
          type="submit"
          size="lg"
          busy={busy}
          disabled={photos.preparing}
          className="mt-2 justify-self-start"
        >
          {busy ? 'Submitting Application...' : 'Submit Application'}
        </Button>
      </form>
    </ApplicationLayout>
  );
}
