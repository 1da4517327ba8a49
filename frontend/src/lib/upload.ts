import { ApiError } from './api';
import { recordWrite } from './last-write-position';

/** Five photos on a slow line. */
const WITHIN_MS = 150_000;

/**
 * Posts a form and tells how many of its bytes are on their way, which `fetch` cannot. `key` names the person's action: sent
 * again with it after a lost answer, it finds what was written. @throws ApiError, or TypeError where the network failed
 */
export const upload = (
  path: string,
  form: FormData,
  { key, onProgress }: { key: string; onProgress: (sentBytes: number) => void },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.timeout = WITHIN_MS;
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = request.ontimeout = () => reject(new TypeError('The connection was lost.'));
    request.onload = () => {
      recordWrite(request.getResponseHeader('Courtly-Position'));
      if (request.status >= 300)
        reject(new ApiError(request.status, request.responseText, request.statusText));
      else resolve(JSON.parse(request.responseText));
    };
    request.send(form);
  });
