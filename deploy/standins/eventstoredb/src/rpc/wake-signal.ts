/** Lets one loop sleep until something happened: rings while nobody listens are heard later, as one. */
export function createDoorbell() {
  let hasRung = false;
  let wakeListener = () => {};
  return {
    ring(): void {
      hasRung = true;
      wakeListener();
    },
    async heard(): Promise<void> {
      if (!hasRung) await new Promise<void>((resolveWait) => (wakeListener = resolveWait));
      hasRung = false;
    },
  };
}
