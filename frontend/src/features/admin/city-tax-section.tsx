import type { CityTaxes } from '@courtly/contracts/revenue';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMediumDate, formatMoney } from '../../lib/format';
import { type Month, monthLabel } from '../../lib/months';
import { cityTaxesQuery } from '../../resources/admin/revenue-query';
import { Button } from '../../ui/button';
import { type TableColumn, DataTable, NO_VALUE } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { TaxPaymentDialog } from './tax-payment-dialog';
import { Heading } from '../../ui/heading';

type CityTax = CityTaxes['cities'][number];
type TaxPayment = CityTaxes['payments'][number];

/** The tax of each city. `months` are the months in the books, newest first. */
export function CityTaxSection({ months }: { months: readonly Month[] }) {
  const [payingCity, setPayingCity] = useState<CityTax | null>(null);
  return (
    <section aria-labelledby="taxes" className="mt-14">
      <Heading level={2} id="taxes" className="mb-2">
        Tax by city
      </Heading>
      <QueryPanel query={useQuery(cityTaxesQuery)} label="taxes">
        {({ cities, payments }) =>
          cities.length === 0 ? (
            <p className="text-quiet">No booking in a city with a tax has ended yet.</p>
          ) : (
            <>
              <DataTable
                label="Tax by city"
                columns={[...cityColumns, paymentColumn(setPayingCity)]}
                rows={cities}
                rowKey={({ city }) => city}
                stacked
              />
              {payments.length > 0 && (
                <>
                  <Heading level={3} className="mt-8 mb-2">
                    Payments to cities
                  </Heading>
                  <DataTable
                    label="Payments to cities"
                    columns={taxPaymentColumns}
                    rows={payments}
                    rowKey={({ id }) => id}
                    stacked
                  />
                </>
              )}
            </>
          )
        }
      </QueryPanel>
      {payingCity && (
        <TaxPaymentDialog
          city={payingCity.city}
          owed={payingCity.owed}
          months={months}
          onClose={() => setPayingCity(null)}
        />
      )}
    </section>
  );
}

const cityColumn = (
  head: string,
  field: 'collected' | 'remitted' | 'owed',
): TableColumn<CityTax> => ({
  head,
  cell: (cityTax) => formatMoney(cityTax[field]),
  numeric: true,
  strong: field === 'owed',
});

const cityColumns: readonly TableColumn<CityTax>[] = [
  { head: 'City', cell: ({ city }) => <span className="font-display text-xl">{city}</span> },
  cityColumn('Collected', 'collected'),
  cityColumn('Remitted', 'remitted'),
  cityColumn('Owed', 'owed'),
];

const paymentColumn = (onPay: (cityTax: CityTax) => void): TableColumn<CityTax> => ({
  head: 'Payment',
  cell: (cityTax) =>
    Number(cityTax.owed) > 0 ? (
      <Button size="sm" variant="outline" onClick={() => onPay(cityTax)}>
        Record Payment
      </Button>
    ) : (
      NO_VALUE
    ),
  numeric: true,
});

const taxPaymentColumns: readonly TableColumn<TaxPayment>[] = [
  {
    head: 'Paid to',
    cell: ({ city, month, note }) => (
      <div className="min-w-0 wrap-anywhere">
        <p>
          {city}, {monthLabel(month)}
        </p>
        <p dir="auto" className="text-quiet">
          {note}
        </p>
      </div>
    ),
  },
  { head: 'Paid on', cell: ({ paidOn }) => formatMediumDate(paidOn, 'UTC'), numeric: true },
  { head: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true, strong: true },
];
