import type { ComponentType } from 'react';
import { type Day, isCalendarDay } from '../../../lib/days';
import { Field } from '../../../ui/field';
import { RadioGroup } from '../../../ui/radio-group';
import { Select } from '../../../ui/select';
import type { CourtSearch } from '../court-search';
import type { RecentSearches } from './recent-searches';
import {
  dayOptionLabel,
  fromOptions,
  hoursLabel,
  playerOptions,
  sports,
  toOptions,
} from './search-labels';
import { WhenStep } from './when-step';
import { WhereStep } from './where-step';

type SearchChanges = Partial<CourtSearch>;

export type SearchStepProps = {
  search: CourtSearch;
  today: Day;
  recent: RecentSearches;
  onChange: (changes: SearchChanges) => void;
  /** Whether the first control gets the focus on mount, as in a panel that opens. */
  takesFocus: boolean;
  /** Runs another search instead. */
  onApply: (search: CourtSearch) => void;
  /** The step has its answer: closes its panel, or goes to the next step. */
  onDone: () => void;
  /** Runs the search on Enter in the place, if changes do not apply immediately. */
  onSubmit?: () => void;
};

type SearchStep = Readonly<{
  name: string;
  /** What the search says about it, or empty. */
  valueOf: (search: CourtSearch, today: Day) => string;
  placeholder: string;
  Step: ComponentType<SearchStepProps>;
}>;

const partsOfDay = [
  { value: '-', label: 'Any time' },
  { value: '-12', label: 'Morning' },
  { value: '12-17', label: 'Afternoon' },
  { value: '17-', label: 'Evening' },
];

/** Clears an end time that is not after the new start time. */
const startHourChanges = (from: string, { to }: CourtSearch): SearchChanges =>
  to && Number(to) <= Number(from) ? { from, to: '' } : { from };

function TimeStep({ search, onChange }: SearchStepProps) {
  return (
    <>
      <RadioGroup
        legend="Time of day"
        choices={partsOfDay}
        value={`${search.from}-${search.to}`}
        onChange={(hours) => {
          const [from = '', to = ''] = hours.split('-');
          onChange({ from, to });
        }}
      />
      <div className="mt-4 grid grid-cols-2 gap-4">
        <Field label="From">
          {(controlProps) => (
            <Select
              options={fromOptions}
              {...controlProps}
              value={search.from}
              onChange={({ target }) => onChange(startHourChanges(target.value, search))}
            />
          )}
        </Field>
        <Field label="To">
          {(controlProps) => (
            <Select
              options={toOptions(search.from)}
              {...controlProps}
              value={search.to}
              onChange={({ target }) => onChange({ to: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

function SportStep({ search, onChange }: SearchStepProps) {
  return (
    <RadioGroup
      legend="Sport"
      choices={sports}
      value={search.sport}
      onChange={(sport) => onChange({ sport })}
      className="grid-cols-1"
    />
  );
}

function PlayersStep({ search, onChange }: SearchStepProps) {
  return (
    <RadioGroup
      legend="Players, including you"
      choices={playerOptions}
      value={search.players}
      onChange={(players) => onChange({ players })}
      className="grid-cols-4"
    />
  );
}

export const searchSteps: readonly SearchStep[] = [
  { name: 'Where', valueOf: ({ search }) => search, placeholder: 'Any place', Step: WhereStep },
  {
    name: 'When',
    valueOf: ({ date }, today) => (isCalendarDay(date) ? dayOptionLabel(date, today) : ''),
    placeholder: 'Any day',
    Step: WhenStep,
  },
  { name: 'Time', valueOf: hoursLabel, placeholder: 'Any time', Step: TimeStep },
  {
    name: 'Sport',
    valueOf: ({ sport }) => sports.find(({ value }) => value && value === sport)?.label ?? '',
    placeholder: 'Any sport',
    Step: SportStep,
  },
  {
    name: 'Players',
    valueOf: ({ players }) => (players ? `${players} players` : ''),
    placeholder: 'Any number',
    Step: PlayersStep,
  },
];
