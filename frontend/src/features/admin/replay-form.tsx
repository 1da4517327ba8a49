import type { RatingFormulas } from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { invalidFieldsOf, errorMessage } from '../../lib/api';
import {
  type InitialValues,
  isParseProblem,
  parseParameters,
  parametersLabel,
} from '../../resources/admin/replay-labels';
import { useRequestReplay } from '../../resources/admin/replay-queries';
import { toDateTimeLocal, toInstant } from '../../resources/audit/audit-labels';
import { sportOptions } from '../../resources/court/court-labels';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { toastError } from '../../ui/toast';

type ReplayFormProps = {
  formulas: RatingFormulas;
  initialValues: InitialValues;
  onRequested: (replayId: string) => void;
};

/** At the chosen time, a formula other than the current one may have been in use. */
const FORMULA_AT_THAT_TIME = { value: '', label: 'The formula in use at that time' };

export function ReplayForm({
  formulas: { formulas, inForce },
  initialValues,
  onRequested,
}: ReplayFormProps) {
  const requestReplay = useRequestReplay();
  const isPrefilled = initialValues.player !== '';
  const [formula, setFormula] = useState(isPrefilled ? initialValues.formula : inForce.formula);
  const [parametersText, setParametersText] = useState(
    isPrefilled ? initialValues.numbers : parametersLabel(inForce.parameters),
  );
  const [asOf, setAsOf] = useState(toDateTimeLocal(initialValues.at));
  const [sport, setSport] = useState<Sport>(initialValues.sport);
  const [playerId, setPlayerId] = useState(initialValues.player);
  const [fieldError, setFieldError] = useState<string>();
  const defaultParameters = formulas.find((candidate) => candidate.formula === formula)?.parameters;
  const playerInput = useRef<HTMLInputElement>(null);
  // Links from a player row far below prefill the form, so move focus to it.
  useEffect(() => {
    if (isPrefilled) playerInput.current?.focus();
  }, [isPrefilled]);

  const submitReplay = (event: FormEvent) => {
    event.preventDefault();
    const parameters = parseParameters(parametersText);
    setFieldError(isParseProblem(parameters) ? parameters.problem : undefined);
    if (isParseProblem(parameters)) return;
    requestReplay.mutate(
      {
        sport,
        parameters,
        ...(defaultParameters && { formula }),
        ...(asOf && { asOf: toInstant(asOf, initialValues.at) }),
        ...(playerId.trim() && { playerId: playerId.trim() }),
      },
      {
        onSuccess: ({ id }) => onRequested(id),
        onError: (requestError) => {
          const [firstInvalid] = invalidFieldsOf(requestError);
          if (firstInvalid) setFieldError(firstInvalid.message);
          else
            toastError(
              'Replay not started',
              errorMessage(requestError, 'Please try again in a moment.'),
            );
        },
      },
    );
  };

  return (
    <form
      aria-label="New replay"
      noValidate
      onSubmit={submitReplay}
      className="grid gap-5 sm:grid-cols-2"
    >
      <h2 className="font-display text-2xl sm:col-span-full">New replay</h2>
      <Field label="Formula">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={[
              ...formulas.map(({ formula: value }) => ({ value, label: value })),
              FORMULA_AT_THAT_TIME,
            ]}
            value={defaultParameters ? formula : FORMULA_AT_THAT_TIME.value}
            onChange={({ target }) => {
              setFormula(target.value);
              setParametersText('');
              setFieldError(undefined);
            }}
          />
        )}
      </Field>
      <Field label="Sport">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={[...sportOptions]}
            value={sport}
            onChange={({ target }) => setSport(target.value as Sport)}
          />
        )}
      </Field>
      <Field
        label="As of"
        optional
        hint="Includes matches decided by this time, in your time zone. Leave empty to use the current time."
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            type="datetime-local"
            step={1}
            value={asOf}
            onChange={({ target }) => setAsOf(target.value)}
          />
        )}
      </Field>
      <Field
        label="Player"
        optional
        hint="A player ID. The result will include this player's ratings at that time."
        className="sm:col-span-full"
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            ref={playerInput}
            value={playerId}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            onChange={({ target }) => setPlayerId(target.value)}
          />
        )}
      </Field>
      <Field
        label="Parameters to change"
        optional
        error={fieldError}
        hint={`One name=value per line.${defaultParameters ? ` Defaults: ${parametersLabel(defaultParameters)}.` : ''}`}
        className="sm:col-span-full"
      >
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={2}
            maxLength={500}
            spellCheck={false}
            value={parametersText}
            onChange={({ target }) => setParametersText(target.value)}
          />
        )}
      </Field>
      <div className="sm:col-span-full">
        <Button type="submit" busy={requestReplay.isPending}>
          Replay All Matches
        </Button>
      </div>
    </form>
  );
}
