// Questions to workers that run the program: one for tables, one for the engine, and one that thinks
// on until it is stopped.

/** A question without an answer, in the words of `loa`. */
export class LoaError extends Error {
  constructor(status, { error, hint, character }) {
    super(error);
    Object.assign(this, { status, hint, character });
  }
}

const isOfEngine = address => /^\/api\/(estimate|play)|[?&]ms=/.test(address);

/** A worker with the program, started when it is first needed. */
class Thread {
  constructor(start) {
    this.start = start;
    this.waiting = new Map();
    this.last = 0;
  }

  async ask(message, onevent, signal) {
    signal?.throwIfAborted();
    this.worker ??= this.#begin();
    const id = ++this.last;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.waiting.set(id, { resolve, reject, onevent });
    // A thread that thinks hears nothing: it ends, and the next question starts another.
    const stop = () => this.end(signal.reason);
    signal?.addEventListener('abort', stop, { once: true });
    this.worker.postMessage({ id, ...message });
    return promise.finally(() => signal?.removeEventListener('abort', stop));
  }

  #begin() {
    const worker = this.start();
    worker.onmessage = ({ data: { id, event, reply } }) => {
      const waiting = this.waiting.get(id);
      if (event) waiting?.onevent?.(event);
      if (!reply) return;
      this.waiting.delete(id);
      waiting?.resolve(reply);
    };
    worker.onerror = event => this.end(new Error(event.message ?? 'the worker has failed'));
    return worker;
  }

  end(reason = new Error('the worker has ended')) {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }
}

/** Opens the folder that `loa site` has made, by its address. */
export async function open(source, { program = new URL('loa.wasm', import.meta.url), notice } = {}) {
  const fetched = async url => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: status ${response.status}`);
    return response;
  };
  const base = source && String(new URL(source, globalThis.location?.href));
  const [module, index] = await Promise.all([
    fetched(program).then(async response => WebAssembly.compile(await response.arrayBuffer())),
    base ? fetched(new URL('index.json', base)).then(response => response.json()) : { part: null, files: [] },
  ]);
  const start = () => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => { if (data.notice) notice?.(data.notice); });
    worker.postMessage({ module, base, index });
    return worker;
  };
  const [tables, engine, thinking] = [new Thread(start), new Thread(start), new Thread(start)];
  return {
    ask: (method, address, body, signal) =>
      (isOfEngine(address) ? engine : tables).ask({ method, address, body }, undefined, signal),
    async* follow(address, signal) {
      const events = [];
      let wake;
      const asked = thinking.ask({ method: 'GET', address }, event => { events.push(event); wake?.(); }, signal);
      let reply;
      asked.then(found => { reply = found; wake?.(); }, () => wake?.());
      for (;;) {
        while (events.length) yield JSON.parse(events.shift().replace(/^data: /, ''));
        if (reply) break;
        await Promise.race([asked, new Promise(resolve => { wake = resolve; })]);
      }
      if (reply.status !== 200) throw new LoaError(reply.status, JSON.parse(reply.body));
    },
    close() { for (const thread of [tables, engine, thinking]) thread.end(); },
  };
}
