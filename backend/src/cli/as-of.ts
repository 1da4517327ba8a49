import { AuditKind, type CalendarAsOf } from '@courtly/contracts/audit';
import { Instant, LocalDate } from '@courtly/contracts/wire';
import { Command, InvalidArgumentError } from 'commander';
import { TimeMachine } from '../across/audit/time-machine.service.js';
import { flattenState } from '../across/audit/changes.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../platform/http/personal-data-reads.js';
import { DomainError } from '../platform/kernel/domain-error.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';
import { formatTable } from './table.js';

type AsOfOptions = Readonly<{ at: string; json?: boolean }>;

const parseInstant = (text: string): string => {
  if (!Instant.safeParse(text).success)
    throw new InvalidArgumentError('Use a UTC time such as 2027-03-13T18:00:00Z.');
  return text;
};

const parseDay = (text: string): string => {
  if (!LocalDate.safeParse(text).success)
    throw new InvalidArgumentError('Use a date such as 2027-03-13.');
  return text;
};

const printState = <T extends object>(
  cli: Cli,
  about: string,
  loadState: (timeMachine: TimeMachine) => Promise<T>,
): Promise<T> =>
  withApplication(cli, async (application) => {
    try {
      const state = await loadState(application.get(TimeMachine, { strict: false }));
      const personalDataReads = application.get<PersonalDataReads>(PERSONAL_DATA_READS, {
        strict: false,
      });
      const of = (state as Partial<{ people: readonly string[] }>).people ?? [];
      await personalDataReads.record(
        { what: 'state', about, of },
        operatorContext(application, 'as-of', ''),
      );
      return state;
    } catch (error) {
      throw error instanceof DomainError ? new Failure(error.message) : error;
    }
  });

const showState = async (cli: Cli, kind: AuditKind, id: string, { at, json }: AsOfOptions) => {
  const { people: _, ...state } = await printState(cli, `${kind} ${id}`, (timeMachine) =>
    timeMachine.stateAsOf(kind, id, at),
  );
  if (json) return cli.print(JSON.stringify(state));
  if (!state.last) return cli.print(`${kind} ${id} did not exist at ${state.at}.`);
  cli.print(`${kind} ${id} at ${state.at}, after ${state.last.type} of ${state.last.at}`);
  cli.print(formatTable([['field', 'value'], ...flattenState(state.state)]));
};

const hourRow = ({
  start,
  end,
  state,
  bookingId,
  status,
}: CalendarAsOf['hours'][number]): string[] => [
  ...[start, end, state, bookingId ?? '', status ?? ''],
];

const showCalendar = async (cli: Cli, courtId: string, date: string, { at, json }: AsOfOptions) => {
  const calendar = await printState(cli, `calendar ${courtId}`, (timeMachine) =>
    timeMachine.calendarAsOf(courtId, date, at),
  );
  if (json) return cli.print(JSON.stringify(calendar));
  cli.print(
    `court ${courtId} on ${date} (${calendar.zone}) at ${calendar.at}${calendar.isActive ? '' : ', not shown to players'}`,
  );
  cli.print(
    formatTable([['from', 'to', 'state', 'booking', 'status'], ...calendar.hours.map(hourRow)]),
  );
};

export const asOfCommand = (cli: Cli): Command => {
  const asOf = new Command('as-of');
  asOf
    .command('calendar')
    .description('the free, held, and closed hours of a court')
    .argument('<court>')
    .argument('<date>', "a day in the court's time zone, such as 2027-03-13", parseDay)
    .requiredOption('--at <instant>', 'UTC, such as 2027-03-13T18:00:00Z', parseInstant)
    .option('--json', 'print the result as JSON')
    .action((courtId: string, date: string, options: AsOfOptions) =>
      showCalendar(cli, courtId, date, options),
    );
  for (const kind of AuditKind.options)
    asOf
      .command(kind)
      .description(`the state of one ${kind}`)
      .argument('<id>')
      .requiredOption('--at <instant>', 'UTC, such as 2027-03-13T18:00:00Z', parseInstant)
      .option('--json', 'print the result as JSON')
      .action((id: string, options: AsOfOptions) => showState(cli, kind, id, options));
  return asOf;
};
