import { readFileSync } from 'node:fs';

/** A Markdown table of cells, with the first row as its header. */
export const markdownTable = ([header, ...body]: readonly (readonly string[])[]): string =>
  [header!, header!.map(() => '---'), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** The table between two markers in docs/money.md, without the spacing of the formatter. */
export const documentedTable = (marker: string): string => {
  const [, section = ''] = readFileSync('docs/money.md', 'utf8').split(`<!-- ${marker} -->`);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => {
      const cells = line.slice(1, -1).split('|');
      return `| ${cells.map((cell) => cell.trim().replace(/^-+$/, '---')).join(' | ')} |`;
    })
    .join('\n');
};
