import { ANSWER_LENGTH } from '@courtly/contracts/incident-limits';
import type { Incident } from '@courtly/contracts/incidents';
import { useState } from 'react';
import type { AnyBooking } from '../booking/booking-queries';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import {
  answerLabel,
  incidentStatusLabel,
  incidentSummary,
  readingLabel,
  wordsLabel,
} from './incident-labels';
import { useAnswerIncident } from './incident-queries';
import { Heading } from '../../ui/heading';
import { MoveForm } from './move-form';

/** One report or claim: what each side says, the decision, and the response form. */
export function IncidentEntry({ incident, booking }: { incident: Incident; booking: AnyBooking }) {
  const { reading, answer, decision } = incident;
  return (
    <li className="grid gap-2 border-b border-rule py-4 wrap-anywhere">
      <Heading level={3}>{incidentSummary(incident)}</Heading>
      <p dir="auto" className="whitespace-pre-line">
        {wordsLabel(incident)}
      </p>
      {reading && <p className="text-small text-quiet">Weather report: {readingLabel(reading)}</p>}
      {answer && (
        <p dir="auto" className="whitespace-pre-line">
          {answerLabel(incident)}
        </p>
      )}
      <p className="font-semibold">{incidentStatusLabel(incident, booking)}</p>
      {decision?.reason && <p dir="auto">“{decision.reason}”</p>}
      {incident.mayAnswer && <AnswerForm incident={incident} />}
      {incident.mayMove && <MoveForm booking={booking} moveBy={incident.moveBy!} />}
    </li>
  );
}

function AnswerForm({ incident: { bookingId, kind } }: { incident: Incident }) {
  const [words, setWords] = useState('');
  const answerIncident = useAnswerIncident(bookingId, kind);
  const send = (agrees: boolean) => answerIncident.mutate({ agrees, words });
  return (
    <div className="grid gap-3">
      <Field label="Your response" optional hint="The other side and Courtly will read it.">
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={3}
            maxLength={ANSWER_LENGTH}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button busy={answerIncident.isPending} onClick={() => send(false)}>
          Dispute
        </Button>
        <Button variant="outline" disabled={answerIncident.isPending} onClick={() => send(true)}>
          Agree
        </Button>
      </div>
    </div>
  );
}
