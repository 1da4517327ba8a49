const isNumber = (text: string) => /^[\d,.]+( [%a-zA-Z/]+)?$/.test(text);

/** Formats rows as columns, with numbers right-aligned. The first row is the heading. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const rightly = rows[0]!.map((_, column) =>
    rows.slice(1).every((row) => row[column] === '' || isNumber(row[column]!)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          rightly[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Formats a count: 12,345. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
