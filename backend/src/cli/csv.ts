/** One field: in quotes, where two quotes stand for one, or plain up to the next comma or end of line. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** The records of a CSV file (RFC 4180) by the names in its first line. @throws Error where the text is none */
export const parseCsv = (text: string): Record<string, string>[] => {
  const source = text.replace(/\r?\n$/, '');
  const field = new RegExp(FIELD);
  const rows: string[][] = [[]];
  for (let end: string | undefined = ','; end !== '';) {
    const found = field.exec(source);
    if (!found) throw new Error(`line ${rows.length} is not CSV`);
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    end = found[3]!;
    if (end !== ',' && end !== '') rows.push([]);
  }
  const [names, ...records] = rows;
  return records.map((record, index) => {
    if (record.length !== names!.length) throw new Error(`line ${index + 2} has ${record.length} fields`);
    return Object.fromEntries(names!.map((name, column) => [name, record[column]!]));
  });
};
