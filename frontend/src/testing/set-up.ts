import { afterEach, beforeEach } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { clearDrafts } from '../lib/drafts';
import { checkClasses } from './conflicting-classes';
import { checkCalls } from './server';

/** Advice about `act` depends on the speed of the machine and on Testing Library's own calls. */
const isAboutAct = ([message]: unknown[]) => /\bact\b/.test(String(message));

// React keeps the first `setImmediate` that it uses. A fake one would never run.
await act(async () => undefined);
// A dialog loads when it opens. Tests don't wait for that, so the first one opens here.
const { Dialog } = await import('../ui/dialog');
const dialogProps = { open: true, title: 'First', onClose: () => undefined, children: null };
await act(async () => void render(createElement(Dialog, dialogProps)));
await screen.findByRole('dialog');
cleanup();

/** Runs for each test file: modules stay loaded between files, but hooks do not. */
export default function setUp() {
  let consoleErrors: unknown[][];
  beforeEach(() => {
    consoleErrors = [];
    const error = (...details: unknown[]) => void consoleErrors.push(details);
    Object.assign(console, { error });
  });
  afterEach(() => {
    const elements = document.querySelectorAll('[class]');
    cleanup();
    clearDrafts();
    checkCalls();
    checkClasses(elements);
    const unexpected = consoleErrors.filter((details) => !isAboutAct(details));
    if (unexpected.length > 0)
      throw new Error(
        `Console errors:\n${unexpected.map((details) => details.join(' ')).join('\n')}`,
      );
  });
}
