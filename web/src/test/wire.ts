import { act } from '@testing-library/react';

/** The browser's socket, which the test opens, speaks for and closes. */
export class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: string[] = [];
  seq = 10;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(
    readonly url: string,
    readonly protocols: string[] = [],
  ) {
    Wire.all.push(this);
  }
  static get last(): Wire {
    const last = Wire.all.at(-1);
    if (!last) throw new Error('No socket was made.');
    return last;
  }
  get messages(): { type: string; payload: Record<string, unknown> }[] {
    return this.sent.map((each) => JSON.parse(each));
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    act(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }
  hear(type: string, payload: object = {}) {
    this.seq += 1;
    act(() => this.onmessage?.({ data: JSON.stringify({ type, payload, seq: this.seq }) }));
  }
  end(code = 1006, reason = '') {
    act(() => {
      this.readyState = 3;
      this.onclose?.({ code, reason });
    });
  }
}

/** One that the server has let in as soon as it is made. */
export class OpenWire extends Wire {
  override readyState = 1;
}
