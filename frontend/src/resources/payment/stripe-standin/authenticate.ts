const FINISHED = 'stripe-standin:three_d_secure';

/** Shows the page on which a bank asks its customer, until that is answered or closed. */
export const authenticate = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const overlay = document.createElement('div');
    overlay.className = 'fixed inset-0 z-50 grid place-items-center bg-[#0a120f]/55 p-4';
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-label', 'Your bank');
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: address, title: 'Your bank' });
    frame.className = 'h-[26rem] w-full max-w-md rounded-md border border-rule bg-raised';
    const close = document.createElement('button');
    close.textContent = 'Cancel';
    close.className = 'min-h-11 cursor-pointer rounded-sm bg-raised px-6';
    overlay.append(frame, close);

    const before = document.activeElement as HTMLElement | null;
    const end = () => {
      removeEventListener('message', hear);
      overlay.remove();
      before?.focus();
      resolve();
    };
    const hear = ({ origin, data }: MessageEvent<{ type?: string } | null>) => {
      if (origin === new URL(address).origin && data?.type === FINISHED) end();
    };
    addEventListener('message', hear);
    close.addEventListener('click', end);
    overlay.addEventListener('keydown', ({ key }) => key === 'Escape' && end());
    document.body.append(overlay);
    close.focus();
  });
