import { ApiError } from './api';
import { recordWrite } from './last-write-position';

/** Long enough for five photos on a slow connection. */
const UPLOAD_TIMEOUT_MS = 150_000;

/**
 * Posts a form and reports the upload progress, which `fetch` does not. After a lost response,
 * retry with the same `key`.
 * @throws ApiError for an unsuccessful response, TypeError if the network fails
 */
export const uploadForm = (
  uploadPath: string,
  formData: FormData,
  { key, onProgress }: { key: string; onProgress: (sentBytes: number) => void },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', uploadPath);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = request.ontimeout = () => reject(new TypeError('The connection was lost.'));
    request.onload = () => {
      recordWrite(request.getResponseHeader('Courtly-Position'));
      if (request.status >= 300)
        reject(new ApiError(request.status, request.responseText, request.statusText));
      else resolve(JSON.parse(request.responseText));
    };
    request.send(formData);
  });
