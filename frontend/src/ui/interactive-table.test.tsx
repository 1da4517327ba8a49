import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { type InteractiveColumn, InteractiveTable } from './interactive-table';

type Court = { id: string; name: string; bookings: number | null };
const courts: Court[] = [
  { id: 'c1', name: 'Camelback 10', bookings: 3 },
  { id: 'c2', name: 'Agave', bookings: null },
  { id: 'c3', name: 'Camelback 2', bookings: 12 },
];
const columns: InteractiveColumn<Court>[] = [
  { head: 'Court', cell: ({ name }) => name, value: ({ name }) => name },
  { head: 'Bookings', cell: ({ bookings }) => bookings ?? 'None', value: (row) => row.bookings },
  { head: 'Host', cell: () => 'Ana', value: () => 'Ana', isPersonal: true },
  { head: 'Action', cell: ({ name }) => <button>Hide {name}</button> },
];

const savedFiles: Blob[] = [];
beforeEach(async () => {
  savedFiles.length = 0;
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      savedFiles.push(file);
      return 'blob:test';
    },
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  render(
    <MemoryRouter>
      <InteractiveTable
        label="Courts"
        columns={columns}
        rows={courts}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        fileName="courts"
        hasMore
      />
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: 'Export CSV' });
});

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const exported = async () => {
  await press(screen.getByRole('button', { name: /^Export/ }).textContent!);
  return (await savedFiles.at(-1)!.text()).replace('\ufeff', '').trim().split('\r\n');
};

describe('an interactive table', () => {
  it('says that it shows only the first rows of a longer list', () =>
    expect(screen.getByRole('status').textContent).toBe(
      'Showing the first 3 rows. To sort or export the rest, load more.',
    ));

  it('sorts numbers in text by their value, and missing numbers last', async () => {
    expect(names()).toEqual(['Camelback 10', 'Agave', 'Camelback 2']);
    await press('Court');
    expect(names()).toEqual(['Agave', 'Camelback 2', 'Camelback 10']);
    expect(screen.getByRole('columnheader', { name: /^Court/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Bookings');
    expect(names()).toEqual(['Camelback 10', 'Camelback 2', 'Agave']);
    await press('Sort Descending');
    expect(names()).toEqual(['Camelback 2', 'Camelback 10', 'Agave']);
    expect(screen.getByRole('button', { name: 'Sort Ascending' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Action' })).toBeNull();
  });

  it('exports the sorted rows, or only the selected ones', async () => {
    await press('Court');
    expect(await exported()).toEqual([
      '"Court","Bookings"',
      '"Agave",',
      '"Camelback 2",12',
      '"Camelback 10",3',
    ]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Camelback 2' }));
    expect(screen.getByRole('status').textContent).toBe(
      '1 of 3 selected. Showing the first 3 rows. To sort or export the rest, load more.',
    );
    expect(await exported()).toEqual(['"Court","Bookings"', '"Camelback 2",12']);
    for (const selectAll of screen.getAllByRole('checkbox', { name: 'Select all' })) {
      await userEvent.click(selectAll);
      expect(screen.getByRole('status').textContent).toMatch(/^3 of 3 selected/);
      await userEvent.click(selectAll);
    }
    const table = screen.getByRole('table');
    expect(screen.getAllByLabelText('Select all').map((box) => table.contains(box))).toEqual([
      false,
      true,
    ]);
  });

  it('leaves personal data out of files, and says so', async () => {
    expect(await exported()).toContain('"Camelback 10",3');
    expect(screen.getByText('To protect personal data, the file leaves out: Host.')).toBeTruthy();
  });

  it('shows and exports only the chosen columns', async () => {
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Columns to show' })).getByLabelText('Bookings'),
    );
    expect(screen.queryByRole('columnheader', { name: /^Bookings/ })).toBeNull();
    expect((await exported())[0]).toBe('"Court"');
  });
});
