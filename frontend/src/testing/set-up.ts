import { afterEach } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { checkCalls } from './server';

/** Runs for each test file: modules stay loaded between files, but hooks do not. */
export default function setUp() {
  afterEach(() => {
    cleanup();
    checkCalls();
  });
}
