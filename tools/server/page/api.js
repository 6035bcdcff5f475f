// Questions to the server. Everything that the page knows of values comes from here.

/** A question without an answer: what the server said, or that it said nothing. */
export class Failure extends Error {
  constructor(status, { error, hint, character }) {
    super(error);
    Object.assign(this, { status, hint, character });
  }

  /** True if the server could not be reached. */
  get isSilence() {
    return this.status === 0;
  }
}

/** Answers of this visit that cannot change, oldest first. */
const known = new Map();
const MOST_KNOWN = 2000;

async function fetched(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Failure(0, { error: 'the server does not answer' });
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Failure(response.status, { error: `the server answered with status ${response.status} and no words` });
  }
  if (!response.ok) throw new Failure(response.status, answer);
  return answer;
}

/** Returns the address of a question. */
function address(path, question) {
  const asked = Object.entries(question).filter(([, value]) => value !== undefined && value !== '');
  return asked.length ? `api/${path}?${new URLSearchParams(asked)}` : `api/${path}`;
}

/** Asks anew. */
export const ask = (path, question = {}) => fetched(address(path, question));

/** Asks once in a visit, by `body` if there is one: for answers that depend on tables alone. */
export function lookUp(path, question = {}, body = undefined) {
  const asked = address(path, question);
  const name = `${asked} ${body}`;
  if (!known.has(name)) {
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value);
    const answer = fetched(asked, body && { method: 'POST', body });
    known.set(name, answer);
    // What failed may succeed later.
    answer.catch(() => known.delete(name));
  }
  return known.get(name);
}

/** Yields the events of an answer as they come, until `signal` ends it. */
export async function* follow(path, question, signal) {
  let response;
  try {
    response = await fetch(address(path, question), { signal });
  } catch (failure) {
    if (signal?.aborted) return;
    throw new Failure(0, { error: 'the server does not answer' });
  }
  if (!response.ok) throw new Failure(response.status, await response.json());
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (text + value).split('\n\n');
      text = events.pop();
      for (const event of events) yield JSON.parse(event.replace(/^data: /, ''));
    }
  } catch (failure) {
    if (!signal?.aborted) throw new Failure(0, { error: 'the server does not answer' });
  }
}

/** Sends a text, such as a game to review. */
export const send = (path, question, body) =>
  fetched(address(path, question), { method: 'POST', body });
