import type { PolicyChange, PolicyDraft, PolicyValues } from '@courtly/contracts/policies';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, errorMessage, invalidFieldsOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { adminKeys, policyDraftQuery } from '../../resources/admin/admin-queries';
import { awaitsConfirmation } from '../../resources/admin/confirmation-labels';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import { toast } from '../../ui/toast';
import { useUnsavedChanges } from '../../ui/guards';
import { PolicyChangesTable } from './policy-changes-table';
import { PolicyCities } from './policy-cities';
import { isCityValue } from './policy-entry';
import { CITY_GROUP, policyGroups } from './policy-labels';
import { PolicyValueField } from './policy-value-field';
import { utcLabel } from './utc-label';
import { Heading } from '../../ui/heading';

type PolicyEditorProps = { onDone: () => void };

/** A draft of the next version of the policy, which starts from the latest one. */
export function PolicyEditor({ onDone }: PolicyEditorProps) {
  const draftQuery = useQuery(policyDraftQuery);
  const [restarts, setRestarts] = useState(0);
  return (
    <section aria-labelledby="policy-draft" className="mb-12">
      <Heading level={2} id="policy-draft" className="mb-2">
        Draft
      </Heading>
      <QueryPanel query={draftQuery} label="draft">
        {(draft) =>
          draft.scheduled ? (
            <ScheduledNote scheduled={draft.scheduled} onDone={onDone} />
          ) : (
            <DraftForm
              key={restarts}
              latestDraft={draft}
              onRestart={() => setRestarts(restarts + 1)}
              onDone={onDone}
            />
          )
        }
      </QueryPanel>
    </section>
  );
}

type ScheduledNoteProps = PolicyEditorProps & {
  scheduled: NonNullable<PolicyDraft['scheduled']>;
};

function ScheduledNote({ scheduled: { policyId, effectiveAt }, onDone }: ScheduledNoteProps) {
  return (
    <>
      <p role="note" className="max-w-prose">
        {`The policy ${policyId} takes effect on ${utcLabel(effectiveAt)}. To publish another one before then, withdraw it first.`}
      </p>
      <Button className="mt-4" variant="outline" onClick={onDone}>
        Back
      </Button>
    </>
  );
}

/** Changed values in page order, then those of removed cities. */
const changesIn = (before: PolicyValues, after: PolicyValues): PolicyChange[] =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      ...(name in before && { before: before[name] }),
      ...(name in after && { after: after[name] }),
    }));

type DraftFormProps = PolicyEditorProps & { latestDraft: PolicyDraft; onRestart: () => void };

function DraftForm({ latestDraft, onRestart, onDone }: DraftFormProps) {
  // A refetch must not replace what the admin has entered.
  const [draft] = useState(latestDraft);
  const { replaces, values: replacedValues, fields, cityFields, needsSecondAdmin } = draft;
  const [values, setValues] = useState(replacedValues);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [laterUtc, setLaterUtc] = useState('');
  const [reason, setReason] = useState('');
  const changes = changesIn(replacedValues, values);
  const { keyOf, settle } = useIdempotencyKey();
  const { confirmDiscard, allowNavigation } = useUnsavedChanges(changes.length > 0);
  const effectiveAt = when === 'now' ? null : `${laterUtc}:00.000Z`;
  const publish = useMutation({
    mutationKey: adminKeys.all,
    mutationFn: () => {
      const body = { replaces, values, effectiveAt, reason: reason.trim() };
      return call('POST /api/admin/policies', { body, key: keyOf(JSON.stringify(body)) });
    },
    onSuccess: (response) => {
      allowNavigation();
      toast(
        awaitsConfirmation(response) ? 'Another admin has to confirm this' : 'Policy published',
      );
      onDone();
    },
    onSettled: (_data, error, _input, _result, { client: queryClient }) => {
      settle(error);
      void queryClient.invalidateQueries({ queryKey: adminKeys.all });
    },
  });
  const fieldErrors = new Map(
    invalidFieldsOf(publish.error).map(({ field, message }) => [
      field.replace(/^values\./, ''),
      message,
    ]),
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate();
  };
  const isShown = (field: string) =>
    field in values || field === 'reason' || (field === 'effectiveAt' && when === 'later');
  const areAllShown = fieldErrors.size > 0 && [...fieldErrors.keys()].every(isShown);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The form is long, so the first invalid field may be far above the button.
    if (publish.error)
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [publish.error]);
  const lead = `${draft.leadMinutes} ${draft.leadMinutes === 1 ? 'minute' : 'minutes'}`;
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const isStale = latestDraft.replaces !== replaces;
  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="grid gap-10">
      <p className="max-w-prose text-quiet">
        {`It starts from ${replaces}. Existing bookings keep the policy under which they were made.`}
      </p>
      {isStale && (
        <div role="note" className="grid max-w-prose justify-items-start gap-3">
          <p className="text-bad">
            {`The policy ${latestDraft.replaces} was published in the meantime, so this draft can't be published.`}
          </p>
          <Button size="sm" variant="outline" onClick={() => confirmDiscard(onRestart)}>
            Start Again
          </Button>
        </div>
      )}
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        {policyGroups(replacedValues, [CITY_GROUP]).map(([groupTitle, valueNames]) => (
          <section key={groupTitle} aria-label={groupTitle} className="grid content-start gap-5">
            <Heading level={3}>{groupTitle}</Heading>
            {groupTitle === CITY_GROUP && (
              <PolicyCities
                fields={cityFields}
                values={values}
                replacedValues={replacedValues}
                errors={fieldErrors}
                onChange={setValues}
              />
            )}
            {valueNames
              .filter((valueName) => !isCityValue(valueName))
              .flatMap((valueName) => fieldsByName.get(valueName) ?? [])
              .map((field) => (
                <PolicyValueField
                  key={field.name}
                  field={field}
                  valueName={field.name}
                  value={values[field.name]}
                  replacedValue={replacedValues[field.name]}
                  error={fieldErrors.get(field.name)}
                  onChange={(value) => setValues((latest) => ({ ...latest, [field.name]: value }))}
                />
              ))}
          </section>
        ))}
      </div>
      <section aria-labelledby="draft-changes">
        <Heading level={3} id="draft-changes" className="mb-3">
          Changes
        </Heading>
        {changes.length === 0 ? (
          <p className="text-quiet">Nothing has changed yet.</p>
        ) : (
          <div className="max-w-3xl">
            <PolicyChangesTable label="Changes in this draft" changes={changes} />
          </div>
        )}
      </section>
      <div className="grid max-w-prose gap-5">
        <RadioGroup
          legend="Takes effect"
          choices={[
            { value: 'now', label: 'As soon as possible' },
            { value: 'later', label: 'Later' },
          ]}
          value={when}
          onChange={setWhen}
        />
        {when === 'later' && (
          <Field
            label="Date and time (UTC)"
            required
            hint={laterUtc && `Takes effect on ${utcLabel(`${laterUtc}:00.000Z`)}.`}
            error={fieldErrors.get('effectiveAt')}
          >
            {(controlProps) => (
              <Input
                {...controlProps}
                type="datetime-local"
                value={laterUtc}
                onChange={({ target }) => setLaterUtc(target.value)}
              />
            )}
          </Field>
        )}
        <p className="text-quiet">
          {needsSecondAdmin
            ? `Another admin must confirm it. It takes effect at least ${lead} after that.`
            : `It takes effect in ${lead} at the earliest.`}
        </p>
        <Field
          label="Reason"
          required
          hint="All admins see it, and it stays in the history."
          error={fieldErrors.get('reason')}
        >
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={3}
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        {publish.error && (
          <p role="alert" className="text-bad">
            {areAllShown
              ? "The policy wasn't changed. Correct the marked fields first."
              : errorMessage(publish.error, "The policy wasn't changed. Please try again.")}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={publish.isPending} disabled={changes.length === 0 || isStale}>
            {needsSecondAdmin ? 'Request Confirmation' : 'Publish'}
          </Button>
          <Button variant="outline" onClick={() => confirmDiscard(onDone)}>
            Discard Draft
          </Button>
        </div>
      </div>
    </form>
  );
}
