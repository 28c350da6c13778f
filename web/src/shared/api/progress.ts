import { UnreachedError } from './reach';

const isAnswer = (value: unknown): value is Blob | string => typeof value === 'string' || value instanceof Blob;

/** A fetch that reports how much of the request's body has been sent, from 0 to 1. The browser's own fetch cannot. */
export const sendingWith =
  (onShare: (share: number) => void) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = await request.blob();
    return new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(request.method, request.url);
      request.headers.forEach((value, name) => call.setRequestHeader(name, value));
      call.responseType = 'blob';
      call.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
      call.onload = () =>
        resolve(
          new Response(isAnswer(call.response) ? call.response : null, {
            status: call.status,
            statusText: call.statusText,
            headers: headersOf(call),
          }),
        );
      call.onerror = call.onabort = () => reject(new UnreachedError());
      request.signal.addEventListener('abort', () => call.abort());
      call.send(body);
    });
  };

const headersOf = (call: XMLHttpRequest): [string, string][] =>
  call
    .getAllResponseHeaders()
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
