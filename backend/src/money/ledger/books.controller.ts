import { revenueRoutes as routes } from '@courtly/contracts/revenue';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Readable } from 'node:stream';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { BooksQueries } from './books.queries.js';
import { CityTaxQueries } from './city-tax.queries.js';
import { ClosePeriodCommand } from './close-period.commands.js';
import { HostGrossQueries } from './host-gross.queries.js';
import { RecordTaxPaymentCommand } from './record-tax-payment.commands.js';

const csvFile = (chunks: AsyncIterable<string>, fileName: string) =>
  new StreamableFile(Readable.from(chunks, { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${fileName}"`,
  });

@Controller()
export class BooksController {
  constructor(
    private readonly books: BooksQueries,
    private readonly cityTax: CityTaxQueries,
    private readonly hostGross: HostGrossQueries,
    private readonly commandBus: CommandBus,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.platformRevenue)
  platformRevenue(@RouteInput() { query }: Input<typeof routes.platformRevenue>) {
    return this.books.monthlyRevenue(query.months);
  }

  @RouteHandler(routes.closePeriod)
  closePeriod(
    @RouteInput() { body: { month } }: Input<typeof routes.closePeriod>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new ClosePeriodCommand({ month }, context));
  }

  @RouteHandler(routes.journalCsv)
  @Header('Cache-Control', 'private, no-store')
  journalCsv(@RouteInput() { query: { from, to } }: Input<typeof routes.journalCsv>) {
    return csvFile(this.books.journalCsv(from, to), `journal-${from}-${to}.csv`);
  }

  @RouteHandler(routes.cityTaxes)
  cityTaxes() {
    return this.cityTax.cityTaxes();
  }

  @RouteHandler(routes.recordTaxPayment)
  recordTaxPayment(
    @RouteInput() { body }: Input<typeof routes.recordTaxPayment>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new RecordTaxPaymentCommand(body, context));
  }

  @RouteHandler(routes.cityTaxCsv)
  @Header('Cache-Control', 'private, no-store')
  async cityTaxCsv(@RouteInput() { query: { from, to } }: Input<typeof routes.cityTaxCsv>) {
    return new StreamableFile(Buffer.from(await this.cityTax.cityTaxCsv(from, to)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="tax-${from}-${to}.csv"`,
    });
  }

  @RouteHandler(routes.hostGrossCsv)
  @Header('Cache-Control', 'private, no-store')
  async hostGrossCsv(
    @RouteInput() { query: { year } }: Input<typeof routes.hostGrossCsv>,
    @CurrentContext() context: CommandContext,
  ) {
    const hosts = await this.hostGross.hostsOf(year);
    const hostIds = hosts.map(([hostId]) => hostId);
    await this.personalDataReads.record(
      { what: 'export', about: `hosts ${year}`, of: hostIds },
      context,
    );
    return csvFile(this.hostGross.csvOf(hosts), `hosts-${year}.csv`);
  }
}
