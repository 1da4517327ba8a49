/**
 * Lets one loop sleep until it is notified. Notifications that arrive while nothing waits are
 * combined and delivered to the next wait.
 */
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
