import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogFile } from './log-files.ts';

let folder: string;
let reports: string[];
let writeLine: (line: string) => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
  reports = [];
  writeLine = createLogFile(folder, 'api', (message) => reports.push(message));
});
afterEach(() => rmSync(folder, { recursive: true }));

const logPath = () => join(folder, 'logs', 'api.log');

describe('the log file of a process', () => {
  it('keeps every line and can be read only by its owner', () => {
    const lines = ['{"level":30,"msg":"started"}', '{"level":40,"msg":"slow"}', 'TypeError: oops'];
    lines.forEach(writeLine);
    expect(readFileSync(logPath(), 'utf8')).toBe(`${lines.join('\n')}\n`);
    expect(statSync(logPath()).mode & 0o777).toBe(0o600);
  });

  it('keeps warnings off the terminal', () => {
    writeLine('{"level":40,"msg":"slow"}');
    expect(reports).toEqual([]);
  });

  it('reports errors with their cause', () => {
    writeLine('{"level":50,"msg":"failed","err":{"message":"no connection"}}');
    writeLine(
      '{"level":50,"time":1,"roles":"api","context":"stores","store":"Redis","state":"lost"}',
    );
    expect(reports).toEqual(['api: failed (no connection)', 'api: store Redis, state lost']);
  });

  it('reports lines that are not structured', () => {
    writeLine('TypeError: oops');
    expect(reports).toEqual(['api: TypeError: oops']);
  });
});
