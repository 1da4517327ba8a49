import type { CityDemand, RequestCityBody } from '@courtly/contracts/cities';
import { searchable } from '@courtly/contracts/text';
import { useMutation } from '@tanstack/react-query';
import { activeCities } from '../../config/active-cities';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useDraft } from '../../resources/draft/use-draft';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { TextLink } from '../../ui/text-link';

/** `12 people have requested Denver.` */
export const demandLabel = ({ city, requests }: CityDemand): string =>
  requests === 1
    ? `1 person has requested ${city}.`
    : `${requests.toLocaleString('en-US')} people have requested ${city}.`;

/** The official spelling of an open city, or undefined. */
export const activeCity = (cityName: string): string | undefined =>
  activeCities.find((candidate) => searchable(candidate.city) === searchable(cityName))?.city;

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/cities')).RequestCityBody,
);

function DemandNote({ demand }: { demand: CityDemand }) {
  const openCity = activeCity(demand.city);
  return (
    <>
      <span className="block font-display text-2xl">{demandLabel(demand)}</span>
      {openCity ? (
        <span className="mt-1 block text-quiet">
          Courtly is already open there:{' '}
          <TextLink to={`${paths.courts}?search=${encodeURIComponent(openCity)}`}>
            see its courts
          </TextLink>
          .
        </span>
      ) : (
        <span className="mt-1 block text-quiet">You're one of them. Thank you!</span>
      )}
    </>
  );
}

function CityRequestForm() {
  const { user } = useSession();
  const cityRequest = useMutation({
    mutationFn: (cityRequest: RequestCityBody) =>
      call('POST /api/city-requests', { body: cityRequest }),
  });
  const { form, submit } = useContractForm({
    resolver: formResolver,
    values: { city: '', email: user?.email ?? '' },
    errorToast: ['Request not sent', 'Please try again later.'],
  });
  const draft = useDraft('city-request', form);
  const isBusy = form.formState.isSubmitting || cityRequest.isPending;
  return (
    <form
      noValidate
      onSubmit={submit((formValues, onError) =>
        cityRequest.mutate(formValues, { onError, onSuccess: draft.clear }),
      )}
      className="mt-8 grid gap-5"
    >
      {draft.note}
      <FormField form={form} name="city" label="City">
        {(controlProps) => <Input autoComplete="off" {...controlProps} />}
      </FormField>
      <FormField
        form={form}
        name="email"
        label="Email"
        hint="We use it only to count you once and don't store it in readable form."
      >
        {(controlProps) => (
          <Input type="email" autoComplete="email" inputMode="email" {...controlProps} />
        )}
      </FormField>
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? 'Sending...' : 'Request Expansion'}
      </Button>
      <p role="status" className="border-t border-brass-line pt-5 empty:hidden">
        {cityRequest.data && <DemandNote demand={cityRequest.data} />}
      </p>
    </form>
  );
}

export function RequestPage() {
  return (
    <section className="page grid gap-x-16 pt-6 md:grid-cols-[minmax(0,25rem)_1fr] md:pt-10 lg:grid-cols-[minmax(0,30rem)_1fr] lg:gap-x-24">
      <PageMeta page="/request" />
      <div>
        <h1 className="font-display text-4xl leading-tight lg:text-5xl">
          Where should we open next?
        </h1>
        <p className="mt-4 text-quiet">
          Name your city. We open in cities with great courts and enough demand.
        </p>
        <CityRequestForm />
      </div>
      <div className="relative hidden md:block">
        <CourtDrawing
          surface="hard"
          seed="another city"
          view="above"
          className="absolute inset-0 h-full rounded-md"
        />
      </div>
    </section>
  );
}
