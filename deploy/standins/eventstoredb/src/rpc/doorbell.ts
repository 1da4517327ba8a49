/** Lets one loop sleep until something happened: rings while nobody listens are heard later, as one. */
export function doorbell() {
  let rung = false;
  let open = () => {};
  return {
    ring(): void {
      rung = true;
      open();
    },
    async heard(): Promise<void> {
      if (!rung) await new Promise<void>((resolve) => (open = resolve));
      rung = false;
    },
  };
}
