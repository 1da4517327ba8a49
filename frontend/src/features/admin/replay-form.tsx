import type { RatingFormulas } from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { invalidFieldsOf, errorMessage } from '../../lib/api';
import { type InitialValues, parseParameters } from '../../resources/admin/replay-labels';
import { useRequestReplay } from '../../resources/admin/replay-queries';
import { toDateTimeLocal, toInstant } from '../../resources/audit/audit-labels';
import { sportOptions } from '../../lib/sports';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { toastError } from '../../ui/toast';

import {
  type EnteredParameters,
  ParameterFields,
  parameterProblems,
  toEntered,
  toParameters,
} from './parameter-fields';
import { type ChosenPlayer, PlayerField } from './player-field';
import { Heading } from '../../ui/heading';

type ReplayFormProps = {
  formulas: RatingFormulas;
  initialValues: InitialValues;
  onRequested: (replayId: string) => void;
};

const NOT_CHOSEN = 'Find a player and choose one, or clear this field';

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
  const [entered, setEntered] = useState<EnteredParameters>(
    toEntered(isPrefilled ? parseParameters(initialValues.numbers) : inForce.parameters),
  );
  const [asOf, setAsOf] = useState(toDateTimeLocal(initialValues.at));
  const [sport, setSport] = useState<Sport>(initialValues.sport);
  const [player, setPlayer] = useState<ChosenPlayer>({
    id: initialValues.player,
    name: initialValues.player,
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const chosenFormula = formulas.find((candidate) => candidate.formula === formula);
  const fields = chosenFormula?.fields ?? [];
  const changedCount = Object.keys(toParameters(fields, entered)).length;
  const [showsParameters, setShowsParameters] = useState(changedCount > 0);
  const hasParameterProblem = fields.some(({ name }) => problems[name] !== undefined);
  const playerInput = useRef<HTMLInputElement>(null);
  // Links from a player row far below prefill the form, so move focus to it.
  useEffect(() => {
    if (isPrefilled) playerInput.current?.focus();
  }, [isPrefilled]);

  const submitReplay = (event: FormEvent) => {
    event.preventDefault();
    const entryErrors = {
      ...parameterProblems(fields, entered),
      ...(player.id === '' && player.name.trim() !== '' && { playerId: NOT_CHOSEN }),
    };
    setProblems(entryErrors);
    if (Object.keys(entryErrors).length > 0) return;
    requestReplay.mutate(
      {
        sport,
        parameters: toParameters(fields, entered),
        ...(chosenFormula && { formula }),
        ...(asOf && { asOf: toInstant(asOf, initialValues.at) }),
        ...(player.id && { playerId: player.id }),
      },
      {
        onSuccess: ({ id }) => onRequested(id),
        onError: (requestError) => {
          const invalidFields = invalidFieldsOf(requestError);
          setProblems(
            Object.fromEntries(invalidFields.map(({ field, message }) => [field, message])),
          );
          const shownFields = ['playerId', ...fields.map(({ name }) => name)];
          if (!invalidFields.some(({ field }) => shownFields.includes(field)))
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
      <Heading level={2} className="sm:col-span-full">
        New replay
      </Heading>
      <Field label="Formula">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={[
              ...formulas.map(({ formula: value }) => ({ value, label: value })),
              FORMULA_AT_THAT_TIME,
            ]}
            value={chosenFormula ? formula : FORMULA_AT_THAT_TIME.value}
            onChange={({ target }) => {
              setFormula(target.value);
              setEntered({});
              setProblems({});
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
      <PlayerField
        player={player}
        onChange={(changedPlayer) => {
          setPlayer(changedPlayer);
          setProblems(({ playerId: _, ...otherProblems }) => otherProblems);
        }}
        error={problems.playerId}
        ref={playerInput}
      />
      {chosenFormula && (
        <details
          open={showsParameters || hasParameterProblem}
          onToggle={({ currentTarget }) => setShowsParameters(currentTarget.open)}
          className="min-w-0 border-y border-rule sm:col-span-full"
        >
          <summary className="cursor-pointer py-3 font-semibold">
            Parameters{changedCount > 0 && `, ${changedCount} changed`}
          </summary>
          <p className="mb-4 text-quiet">An empty field keeps the default.</p>
          <div className="grid gap-5 pb-5 sm:grid-cols-2">
            <ParameterFields
              fields={fields}
              defaults={chosenFormula.parameters}
              entered={entered}
              problems={problems}
              onChange={setEntered}
            />
          </div>
        </details>
      )}
      <div className="sm:col-span-full">
        <Button type="submit" busy={requestReplay.isPending}>
          Replay All Matches
        </Button>
      </div>
    </form>
  );
}
