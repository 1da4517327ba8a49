import { afterEach } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { checkClasses } from './conflicting-classes';
import { checkCalls } from './server';

/** Runs for each test file: modules stay loaded between files, but hooks do not. */
export default function setUp() {
  afterEach(() => {
    const elements = document.querySelectorAll('[class]');
    cleanup();
    checkCalls();
    checkClasses(elements);
  });
}
