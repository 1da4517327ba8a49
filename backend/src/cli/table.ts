const isNumberText = (text: string) => /^[\d,.]+(%| [a-zA-Z/]+)?$/.test(text);

/** Formats rows as columns, with right-aligned numbers. The first row is the heading. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const columnWidths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => row[column]!.length)),
  );
  const isRightAligned = rows[0]!.map((_, column) =>
    rows.slice(1).every((row) => row[column] === '' || isNumberText(row[column]!)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isRightAligned[column]
            ? cell.padStart(columnWidths[column]!)
            : cell.padEnd(columnWidths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Formats a count: 12,345. */
export const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A log position without its leading zeros. */
export const formatPosition = (position: string): string => position.replace(/^0+(?=\d)/, '');
