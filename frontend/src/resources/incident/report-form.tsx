import type { IncidentKind, ReportIncidentBody, WeatherReason } from '@courtly/contracts/incidents';
import { DAMAGE_DOLLARS, REPORT_LENGTH } from '@courtly/contracts/incident-limits';
import { numberIn } from '@courtly/contracts/entered-number';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { isFormValid } from '../../ui/form-validity';
import { Textarea } from '../../ui/input';
import { NumberField } from '../../ui/number-input';
import { RadioGroup } from '../../ui/radio-group';
import { Select } from '../../ui/select';
import { useDraftState } from '../draft/use-draft';
import { incidentConsequence, incidentTitle, weatherLabels } from './incident-labels';

const weatherOptions = [
  { value: '', label: 'Choose the weather' },
  ...Object.entries(weatherLabels).map(([value, label]) => ({ value, label })),
];

type ReportFormProps = {
  bookingId: string;
  kinds: readonly IncidentKind[];
  answerHours: number;
  busy: boolean;
  onSend: (report: ReportIncidentBody, onSuccess: () => void) => void;
};

type ReportEntries = {
  kind: IncidentKind | null;
  words: string;
  amount: string;
  weather: WeatherReason | '';
};

const amountRule = { ...DAMAGE_DOLLARS, decimals: 2, isDollars: true } as const;

export function ReportForm({ bookingId, kinds, answerHours, busy, onSend }: ReportFormProps) {
  const onlyKind = kinds.length === 1 ? kinds[0]! : null;
  const [entries, updateEntries, draft] = useDraftState<ReportEntries>(`incident-${bookingId}`, {
    kind: onlyKind,
    words: '',
    amount: '',
    weather: '',
  });
  const { words, amount, weather } = entries;
  // What a draft reports may no longer be reportable.
  const kind = kinds.find((reportable) => reportable === entries.kind) ?? onlyKind;
  const [showsProblems, setShowsProblems] = useState(false);
  const problems = {
    kind: kind === null ? 'Choose what happened' : undefined,
    weather: kind === 'weather' && weather === '' ? 'Choose the weather' : undefined,
    words:
      words.trim().length < REPORT_LENGTH.least
        ? 'Describe what happened in a few words'
        : undefined,
  };
  const errors: Partial<typeof problems> = showsProblems ? problems : {};
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setShowsProblems(true);
    if (!isFormValid(event.currentTarget) || kind === null || problems.words) return;
    if (kind === 'damage')
      onSend({ kind, words, amount: numberIn(amount, amountRule) }, draft.clear);
    else if (kind === 'no_show') onSend({ kind, words }, draft.clear);
    else if (weather) onSend({ kind, words, weather }, draft.clear);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      {draft.note}
      <RadioGroup
        legend="What happened?"
        required
        className="grid-cols-1"
        choices={kinds.map((value) => ({ value, label: incidentTitle(value) }))}
        value={kind}
        onChange={(value) => updateEntries({ kind: value })}
        error={errors.kind}
      />
      {kind === 'weather' && (
        <Field label="Weather" required error={errors.weather}>
          {(controlProps) => (
            <Select
              {...controlProps}
              options={weatherOptions}
              value={weather}
              onChange={({ target }) => updateEntries({ weather: target.value as WeatherReason })}
            />
          )}
        </Field>
      )}
      {kind === 'damage' && (
        <NumberField
          label="Amount in $"
          rule={amountRule}
          className="max-w-64"
          value={amount}
          onChange={(value) => updateEntries({ amount: value })}
        />
      )}
      <Field
        label="Details"
        required
        hint={`The other side will see this and have ${answerHours} hours to respond.`}
        error={errors.words}
      >
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={3}
            maxLength={REPORT_LENGTH.most}
            value={words}
            onChange={({ target }) => updateEntries({ words: target.value })}
          />
        )}
      </Field>
      {kind && <p className="text-small text-quiet">{incidentConsequence[kind]}</p>}
      <Button type="submit" busy={busy} className="justify-self-start">
        Send Report
      </Button>
    </form>
  );
}
