const FINISHED_MESSAGE = 'stripe-standin:three_d_secure';

/** Shows the bank's authentication page and resolves once the user completes or closes it. */
export const authenticate = (bankUrl: string): Promise<void> =>
  new Promise((resolve) => {
    const overlay = document.createElement('div');
    overlay.className = 'fixed inset-0 z-50 grid place-items-center bg-[#0a120f]/55 p-4';
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-label', 'Your bank');
    const bankFrame = document.createElement('iframe');
    Object.assign(bankFrame, { src: bankUrl, title: 'Your bank' });
    bankFrame.className = 'h-[26rem] w-full max-w-md rounded-md border border-rule bg-raised';
    const closeButton = document.createElement('button');
    closeButton.textContent = 'Cancel';
    closeButton.className = 'min-h-11 cursor-pointer rounded-sm bg-raised px-6';
    overlay.append(bankFrame, closeButton);

    const previousFocus = document.activeElement as HTMLElement | null;
    const closeOverlay = () => {
      removeEventListener('message', handleMessage);
      overlay.remove();
      previousFocus?.focus();
      resolve();
    };
    const handleMessage = ({ origin, data }: MessageEvent<{ type?: string } | null>) => {
      if (origin === new URL(bankUrl).origin && data?.type === FINISHED_MESSAGE) closeOverlay();
    };
    addEventListener('message', handleMessage);
    closeButton.addEventListener('click', closeOverlay);
    overlay.addEventListener('keydown', ({ key }) => key === 'Escape' && closeOverlay());
    document.body.append(overlay);
    closeButton.focus();
  });
