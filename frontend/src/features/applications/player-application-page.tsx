import type { PlayerApplicationForm } from '@courtly/contracts/applications';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { useState } from 'react';
import { formatMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useOptionalData } from '../../lib/use-optional-data';
import { catalogQuery } from '../../resources/catalog/catalog-query';
import { useReplyPeriod } from '../../resources/catalog/use-reply-period';
import { useDraft } from '../../resources/draft/use-draft';
import { PaperLink } from '../../resources/paper/paper-link';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { FieldError } from '../../ui/field';
import { FormField } from '../../ui/form-field';
import { Input, Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { useContractForm } from '../../ui/use-contract-form';
import { useApplyAsPlayer } from './api';
import { ApplicationLayout } from './application-layout';
import { ApplicationSubmittedPage } from './thank-you-pages';

type PlayerFormValues = Omit<Record<keyof PlayerApplicationForm, string>, 'agreeToTerms'> & {
  agreeToTerms: boolean;
};

const formResolver = schemaResolver(
  async () =>
    (await import('@courtly/contracts/applications')).PlayerApplicationForm as StandardSchemaV1<
      PlayerFormValues,
      PlayerApplicationForm
    >,
);

const emptyValues: PlayerFormValues = {
  fullName: '',
  email: '',
  city: '',
  skillLevel: '',
  otherClubs: '',
  whyJoin: '',
  agreeToTerms: false,
};
const skillLevels = ['Beginner', 'Intermediate', 'Advanced', 'Collegiate/Pro'];
const levelOptions = [
  { value: '', label: 'Choose your level' },
  ...skillLevels.map((skillLevel) => ({ value: skillLevel, label: skillLevel })),
];

function PlayerApplicationFields({ onApplied }: { onApplied: () => void }) {
  const { user } = useSession();
  const applyAsPlayer = useApplyAsPlayer();
  const catalog = useOptionalData(catalogQuery);
  const { form, submit } = useContractForm({
    resolver: formResolver,
    values: { ...emptyValues, ...(user && { fullName: fullName(user), email: user.email }) },
    errorToast: [
      'Submission Error',
      'There was an error submitting your application. Please try again.',
    ],
  });
  const draft = useDraft('player-application', form);
  const { errors, isSubmitting } = form.formState;
  const isBusy = isSubmitting || applyAsPlayer.isPending;
  const price = catalog ? `is ${formatMoney(catalog.monthlyPrice)} a month` : 'has a monthly price';
  const onSubmit = submit((formValues, onError) =>
    applyAsPlayer.mutate(formValues, {
      onError,
      onSuccess: () => {
        draft.clear();
        onApplied();
      },
    }),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="mt-8 grid gap-5">
      {draft.note}
      <FormField form={form} name="fullName" label="Full name">
        {(controlProps) => <Input autoComplete="name" maxLength={80} {...controlProps} />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="email" label="Email">
          {(controlProps) => (
            <Input type="email" autoComplete="email" inputMode="email" {...controlProps} />
          )}
        </FormField>
        <FormField form={form} name="city" label="City">
          {(controlProps) => (
            <Input autoComplete="address-level2" maxLength={80} {...controlProps} />
          )}
        </FormField>
      </div>
      <FormField form={form} name="skillLevel" label="Skill level">
        {(controlProps) => <Select options={levelOptions} {...controlProps} />}
      </FormField>
      <FormField form={form} name="otherClubs" label="Other clubs" optional>
        {(controlProps) => <Input maxLength={200} {...controlProps} />}
      </FormField>
      <FormField form={form} name="whyJoin" label="Why would you like to join?">
        {(controlProps) => <Textarea rows={4} maxLength={1_000} {...controlProps} />}
      </FormField>
      <div>
        <Checkbox
          label={
            <>
              I have read the <PaperLink paper="terms">terms of service</PaperLink> and the{' '}
              <PaperLink paper="privacy">privacy notice</PaperLink>. I understand that membership{' '}
              {price} and is subject to approval. Nothing is charged now.
            </>
          }
          aria-invalid={errors.agreeToTerms ? true : undefined}
          aria-describedby="terms-error"
          {...form.register('agreeToTerms')}
        />
        <FieldError id="terms-error">{errors.agreeToTerms?.message}</FieldError>
      </div>
      <Button type="submit" size="lg" busy={isBusy} className="mt-2 justify-self-start">
        {isBusy ? 'Submitting Application...' : 'Submit Application'}
      </Button>
    </form>
  );
}

export function PlayerApplicationPage() {
  const [hasApplied, setHasApplied] = useState(false);
  const replyPeriod = useReplyPeriod();
  if (hasApplied) return <ApplicationSubmittedPage />;
  return (
    <ApplicationLayout
      title="Apply for Elite"
      lead={`Describe how you play and why you'd like to join. We reply${replyPeriod}.`}
      seed="player application"
    >
      <PageMeta page="/player-application" />
      <PlayerApplicationFields onApplied={() => setHasApplied(true)} />
    </ApplicationLayout>
  );
}
