import type { RatingFormulas } from '@courtly/contracts/rating-replays';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { invalidFields, messageOf } from '../../lib/api';
import {
  type Begun,
  isUnreadable,
  parametersIn,
  parametersLabel,
} from '../../resources/admin/replay-labels';
import { useRequestReplay } from '../../resources/admin/replay-queries';
import { fieldOf, momentIn } from '../../resources/audit/audit-labels';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import { toastError } from '../../ui/toast';

type Props = { formulas: RatingFormulas; begun: Begun; onRequested: (replayId: string) => void };

/** A different formula may have been in use at the time of the replay. */
const IN_FORCE_THEN = { value: '', label: 'The formula in use at that time' };

export function ReplayForm({ formulas: { formulas, inForce }, begun, onRequested }: Props) {
  const request = useRequestReplay();
  const isBegun = begun.player !== '';
  const [formula, setFormula] = useState(isBegun ? begun.formula : inForce.formula);
  const [numbers, setNumbers] = useState(
    isBegun ? begun.numbers : parametersLabel(inForce.parameters),
  );
  const [asOf, setAsOf] = useState(fieldOf(begun.at));
  const [player, setPlayer] = useState(begun.player);
  const [error, setError] = useState<string>();
  const usual = formulas.find((one) => one.formula === formula)?.parameters;
  const playerField = useRef<HTMLInputElement>(null);
  // Links from a player row far below prefill the form, so move focus to it.
  useEffect(() => {
    if (isBegun) playerField.current?.focus();
  }, [isBegun]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parameters = parametersIn(numbers);
    setError(isUnreadable(parameters) ? parameters.problem : undefined);
    if (isUnreadable(parameters)) return;
    request.mutate(
      {
        parameters,
        ...(usual && { formula }),
        ...(asOf && { asOf: momentIn(asOf, begun.at) }),
        ...(player.trim() && { playerId: player.trim() }),
      },
      {
        onSuccess: ({ id }) => onRequested(id),
        onError: (refused) => {
          const [first] = invalidFields(refused);
          if (first) setError(first.message);
          else
            toastError('Replay not started', messageOf(refused, 'Please try again in a moment.'));
        },
      },
    );
  };

  return (
    <form
      aria-label="New replay"
      noValidate
      onSubmit={submit}
      className="grid gap-5 sm:grid-cols-2"
    >
      <h2 className="font-display text-2xl sm:col-span-full">New replay</h2>
      <Field label="Formula">
        {(control) => (
          <Select
            {...control}
            options={[
              ...formulas.map(({ formula: value }) => ({ value, label: value })),
              IN_FORCE_THEN,
            ]}
            value={usual ? formula : IN_FORCE_THEN.value}
            onChange={({ target }) => {
              setFormula(target.value);
              setNumbers('');
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Field
        label="As of"
        optional
        hint="Includes matches decided by this time, in your time zone. Leave empty to use the current time."
      >
        {(control) => (
          <Input
            {...control}
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
        {(control) => (
          <Input
            {...control}
            ref={playerField}
            value={player}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            onChange={({ target }) => setPlayer(target.value)}
          />
        )}
      </Field>
      <Field
        label="Parameters to change"
        optional
        error={error}
        hint={`One name=value per line.${usual ? ` Defaults: ${parametersLabel(usual)}.` : ''}`}
        className="sm:col-span-full"
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            spellCheck={false}
            value={numbers}
            onChange={({ target }) => setNumbers(target.value)}
          />
        )}
      </Field>
      <div className="sm:col-span-full">
        <Button type="submit" busy={request.isPending}>
          Replay All Matches
        </Button>
      </div>
    </form>
  );
}
