/** Lets one loop sleep until something happened: rings while nobody listens are heard later, as one. */
export function createWakeSignal() {
  let isNotified = false;
  let wakeListener = () => {};
  return {
    notify(): void {
      isNotified = true;
      wakeListener();
    },
    async wait(): Promise<void> {
      if (!isNotified) await new Promise<void>((resolveWait) => (wakeListener = resolveWait));
      isNotified = false;
    },
  };
}
