import type { IncidentKind, ReportIncidentBody, WeatherReason } from '@courtly/contracts/incidents';
import { DAMAGE_DOLLARS, REPORT_LENGTH } from '@courtly/contracts/incident-limits';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { Select } from '../../ui/select';
import { incidentConsequence, incidentTitle, weatherLabels } from './incident-labels';

const weatherOptions = Object.entries(weatherLabels).map(([value, label]) => ({ value, label }));

type ReportFormProps = {
  kinds: readonly IncidentKind[];
  answerHours: number;
  busy: boolean;
  onSend: (report: ReportIncidentBody) => void;
};

const { least, most } = DAMAGE_DOLLARS;
const AMOUNT_ERROR = `Enter an amount between $${least} and $${most.toLocaleString('en-US')}`;

const isClaimable = (amount: string): boolean => Number(amount) >= least && Number(amount) <= most;

export function ReportForm({ kinds, answerHours, busy, onSend }: ReportFormProps) {
  const [kind, setKind] = useState<IncidentKind>(kinds[0]!);
  const [words, setWords] = useState('');
  const [amount, setAmount] = useState('');
  const [weather, setWeather] = useState<WeatherReason>('rain');
  const [errors, setErrors] = useState<{ words?: string; amount?: string }>({});
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wordsError =
      words.trim().length < REPORT_LENGTH.least ? 'Describe what happened in a few words' : null;
    const amountError = kind === 'damage' && !isClaimable(amount) ? AMOUNT_ERROR : null;
    setErrors({
      ...(wordsError && { words: wordsError }),
      ...(amountError && { amount: amountError }),
    });
    if (wordsError || amountError) return;
    if (kind === 'damage') onSend({ kind, words, amount: Number(amount).toFixed(2) });
    else onSend(kind === 'weather' ? { kind, words, weather } : { kind, words });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      <RadioGroup
        legend="What happened?"
        required
        className="grid-cols-1"
        choices={kinds.map((value) => ({ value, label: incidentTitle(value) }))}
        value={kind}
        onChange={setKind}
      />
      {kind === 'weather' && (
        <Field label="Weather">
          {(controlProps) => (
            <Select
              {...controlProps}
              options={weatherOptions}
              value={weather}
              onChange={({ target }) => setWeather(target.value as WeatherReason)}
            />
          )}
        </Field>
      )}
      {kind === 'damage' && (
        <Field label="Amount in $" required error={errors.amount}>
          {(controlProps) => (
            <Input
              {...controlProps}
              type="number"
              inputMode="decimal"
              className="max-w-64"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
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
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <p className="text-small text-quiet">{incidentConsequence[kind]}</p>
      <Button type="submit" busy={busy} className="justify-self-start">
        Send Report
      </Button>
    </form>
  );
}
