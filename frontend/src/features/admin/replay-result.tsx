import type {
  NamedFormula,
  RatingReplay,
  ReplayResult as Result,
} from '@courtly/contracts/rating-replays';
import { useState } from 'react';
import {
  coinFlipWarning,
  countLabel,
  errorLabel,
  percentLabel,
} from '../../resources/admin/replay-labels';
import { isReplayActive, useCancelReplay } from '../../resources/admin/replay-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { sportLabels } from '../../lib/sports';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { CalibrationFigure } from './calibration-figure';
import { AdoptDialog } from './current-formula';
import { ReplayPlayers } from './replay-players';
import { ReplayProfile } from './replay-profile';
import { FactList } from '../../ui/fact-list';
import { Heading } from '../../ui/heading';

type ReplayResultProps = { replay: RatingReplay; inForce: NamedFormula };

export function ReplayResult({ replay, inForce }: ReplayResultProps) {
  const { sport, replayed, compared, asOf, status, result } = replay;
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <section aria-labelledby="replay" className="min-w-0">
      <Heading level={2} id="replay" className="wrap-anywhere">
        {replayed.formulaId}
      </Heading>
      <p className="mt-1 mb-6 text-quiet wrap-anywhere">
        {sportLabels[sport]}, compared with {compared.formulaId}, as of {instantLabel(asOf)}.
      </p>
      {isReplayActive(replay) && <RunningReplay replay={replay} />}
      {status === 'cancelled' && (
        <EmptyState title="This replay was canceled">It has no results.</EmptyState>
      )}
      {result && (
        <div className="grid gap-10">
          {replay.isKept && replay.playerId !== null && <ReplayProfile replayId={replay.id} />}
          <ReplayFacts result={result} />
          <ForecastErrorTable result={result} />
          <CalibrationFigure errors={comparedErrors(result)} />
          {replayed.formulaId !== inForce.formulaId && (
            <Button className="justify-self-start" onClick={() => setDialogOpen(true)}>
              Adopt Formula
            </Button>
          )}
          {replay.isKept ? (
            <ReplayPlayers replay={replay} />
          ) : (
            <p className="text-quiet">Player results are kept only for the most recent replays.</p>
          )}
        </div>
      )}
      {isDialogOpen && (
        <AdoptDialog
          formula={replayed}
          inForce={inForce}
          replay={replay}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </section>
  );
}

function RunningReplay({ replay: { id, status, progress } }: Pick<ReplayResultProps, 'replay'>) {
  const cancelReplay = useCancelReplay();
  const percentDone = Math.round((progress ?? 0) * 100);
  return (
    <div className="grid gap-4">
      <p role="status">
        {status === 'waiting' ? 'Waiting to start.' : `Rating all matches: ${percentDone}% done.`}
      </p>
      <progress
        aria-label="Progress"
        value={percentDone}
        max={100}
        className="h-2 w-full accent-court"
      />
      <Button
        variant="outline"
        className="justify-self-start"
        busy={cancelReplay.isPending}
        onClick={() => cancelReplay.mutate(id)}
      >
        Cancel Replay
      </Button>
    </div>
  );
}

function ReplayFacts({
  result: { matches, inputPosition, replayed, moved: movedPlayers },
}: {
  result: Result;
}) {
  const movedLabel = ({ players, moved: movedCount }: Result['moved']['singles']) =>
    `${countLabel(movedCount)} of ${countLabel(players)} players move`;
  const factRows = [
    ['Matches rated', countLabel(matches)],
    ['Singles', movedLabel(movedPlayers.singles)],
    ['Doubles', movedLabel(movedPlayers.doubles)],
    ['Log position', inputPosition ?? 'None'],
    ['Hash of all ratings', replayed.hash],
  ] as const;
  return <FactList rows={factRows} />;
}

/** Compares both formulas, or shows one if the replay used the current formula. */
const comparedErrors = ({ replayed, compared }: Result) =>
  replayed.formulaId === compared.formulaId
    ? [replayed.errors]
    : [replayed.errors, compared.errors];

function ForecastErrorTable({ result }: { result: Result }) {
  const warning = coinFlipWarning(result);
  return (
    <div>
      <Heading level={3} className="mb-2">
        Forecast quality
      </Heading>
      {result.evidence && <p className="mb-2 max-w-prose">{result.evidence.sentence}</p>}
      {warning && <p className="mb-2 max-w-prose border-l-2 border-bad pl-4">{warning}</p>}
      <p className="mb-4 max-w-prose text-small text-quiet">
        Each match was forecast before its result was used. Lower is better for log loss and Brier
        score; a coin flip scores 0.6931 and 0.2500.
      </p>
      <DataTable
        stacked
        label="Forecast errors"
        rows={comparedErrors(result)}
        rowKey={({ formula }) => formula}
        columns={[
          {
            head: 'Formula',
            cell: ({ formula }) => <span className="wrap-anywhere">{formula}</span>,
          },
          { head: 'Matches', cell: ({ matches }) => countLabel(matches), numeric: true },
          {
            head: 'Log loss',
            cell: ({ logLoss }) => errorLabel(logLoss),
            numeric: true,
            strong: true,
          },
          { head: 'Brier', cell: ({ brier }) => errorLabel(brier), numeric: true },
          { head: 'Accuracy', cell: ({ accuracy }) => percentLabel(accuracy), numeric: true },
        ]}
      />
    </div>
  );
}
