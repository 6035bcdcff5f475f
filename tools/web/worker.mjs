// The program in a worker: its files are those of an index, read by ranges as it asks for them.

const [OK, BADF, NOENT, INVAL, IO] = [0, 8, 44, 28, 29];
/** What is fetched at once around what is asked for. */
const GROUP = 1 << 14;
/** The most groups that are kept. */
const MOST = 2048;

let exports, files, folders, base, part;
const groups = new Map();
const wholes = new Map();
let ignoresRanges = false;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const view = () => new DataView(exports.memory.buffer);
const bytesAt = (address, length) => new Uint8Array(exports.memory.buffer, address, length);

function request(path, from, to) {
  const asked = new XMLHttpRequest();
  asked.open('GET', new URL(path, base), false);
  asked.responseType = 'arraybuffer';
  if (to !== undefined) asked.setRequestHeader('Range', `bytes=${from}-${to - 1}`);
  asked.send();
  return asked;
}

/** Reads a range of a file as it lies there. */
function fetched(path, size, from, to) {
  if (!ignoresRanges && size > 2 * GROUP) {
    const asked = request(path, from, to);
    if (asked.status === 206 && asked.response.byteLength === to - from) return new Uint8Array(asked.response);
    if (asked.status === 200 && asked.response.byteLength === size) {
      ignoresRanges = true;
      wholes.set(path, new Uint8Array(asked.response));
    } else throw IO;
  }
  if (!wholes.has(path)) {
    if (ignoresRanges) postMessage({ notice: { kind: 'whole-file', path, bytes: size } });
    const asked = request(path);
    if (asked.status !== 200 || asked.response.byteLength !== size) throw IO;
    wholes.set(path, new Uint8Array(asked.response));
  }
  return wholes.get(path).subarray(from, to);
}

/** Returns a group of a file's bytes. */
function group({ path, size }, number) {
  const name = `${path} ${number}`;
  let bytes = groups.get(name);
  if (!bytes) {
    const from = number * GROUP;
    const to = Math.min(size, from + GROUP);
    if (part && size > part) {
      bytes = new Uint8Array(to - from);
      for (let at = from; at < to;) {
        const which = Math.floor(at / part);
        const end = Math.min(to, (which + 1) * part);
        const length = Math.min(part, size - which * part);
        bytes.set(fetched(`${path}.${which}`, length, at - which * part, end - which * part), at - from);
        at = end;
      }
    } else bytes = fetched(path, size, from, to);
  }
  groups.delete(name);
  groups.set(name, bytes);
  if (groups.size > MOST) groups.delete(groups.keys().next().value);
  return bytes;
}

function read(file, offset, into) {
  let done = 0;
  while (done < into.length && offset + done < file.size) {
    const at = offset + done;
    const bytes = group(file, Math.floor(at / GROUP)).subarray(at % GROUP).subarray(0, into.length - done);
    into.set(bytes, done);
    done += bytes.length;
  }
  return done;
}

const opened = new Map();
let next = 4;
const pathOf = (address, length) => decoder.decode(bytesAt(address, length)).replace(/^\/+|\/+$/g, '');

function stat(pointer, file) {
  const data = view();
  for (let at = 0; at < 64; at += 8) data.setBigUint64(pointer + at, 0n, true);
  data.setUint8(pointer + 16, file ? 4 : 3);
  data.setBigUint64(pointer + 24, 1n, true);
  data.setBigUint64(pointer + 32, BigInt(file?.size ?? 0), true);
  return OK;
}

function into(fd, vectors, count, result, offset, move) {
  const open = opened.get(fd);
  if (!open?.file) return BADF;
  let done = 0;
  for (let at = vectors; at < vectors + 8 * count; at += 8) {
    const [address, length] = [view().getUint32(at, true), view().getUint32(at + 4, true)];
    done += read(open.file, offset(open) + done, bytesAt(address, length));
  }
  if (move) open.offset += done;
  view().setUint32(result, done, true);
  return OK;
}

const guarded = call => (...given) => {
  try {
    return call(...given);
  } catch (failure) {
    if (typeof failure === 'number') return failure;
    if (failure instanceof DOMException) return IO;
    throw failure;
  }
};

const wasi = {
  args_sizes_get: (count, size) => { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return OK; },
  args_get: () => OK,
  environ_sizes_get: (count, size) => { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return OK; },
  environ_get: () => OK,
  clock_time_get: (clock, _, result) => {
    const now = clock === 0 ? Date.now() : performance.now();
    view().setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
    return OK;
  },
  random_get: (address, length) => { crypto.getRandomValues(bytesAt(address, length)); return OK; },
  sched_yield: () => OK,
  poll_oneoff: () => INVAL,
  proc_exit: code => { throw new Error(`the program has ended with ${code}`); },
  fd_write: (fd, vectors, count, result) => {
    let done = 0;
    for (let at = vectors; at < vectors + 8 * count; at += 8) {
      const [address, length] = [view().getUint32(at, true), view().getUint32(at + 4, true)];
      if (length) console.error(decoder.decode(bytesAt(address, length)));
      done += length;
    }
    view().setUint32(result, done, true);
    return OK;
  },
  fd_prestat_get: (fd, result) => {
    if (fd !== 3) return BADF;
    view().setUint32(result, 0, true);
    view().setUint32(result + 4, 1, true);
    return OK;
  },
  fd_prestat_dir_name: (fd, address) => { bytesAt(address, 1)[0] = 47; return OK; },
  fd_fdstat_get: (fd, result) => {
    const data = view();
    for (let at = 0; at < 24; at += 8) data.setBigUint64(result + at, at ? -1n : 0n, true);
    data.setUint8(result, opened.get(fd)?.file ? 4 : 3);
    return OK;
  },
  fd_fdstat_set_flags: () => OK,
  path_open: (fd, flags, address, length, create, rights, inherited, more, result) => {
    const path = pathOf(address, length);
    const open = files.has(path) ? { file: files.get(path), offset: 0 } : folders.has(path) ? { folder: folders.get(path) } : null;
    if (!open) return NOENT;
    opened.set(next, open);
    view().setUint32(result, next++, true);
    return OK;
  },
  path_filestat_get: (fd, flags, address, length, result) => {
    const path = pathOf(address, length);
    return files.has(path) ? stat(result, files.get(path)) : folders.has(path) ? stat(result) : NOENT;
  },
  fd_filestat_get: (fd, result) => (opened.has(fd) ? stat(result, opened.get(fd).file) : BADF),
  fd_close: fd => { opened.delete(fd); return OK; },
  fd_seek: (fd, offset, whence, result) => {
    const open = opened.get(fd);
    if (!open?.file) return BADF;
    open.offset = Number(offset) + [0, open.offset, open.file.size][whence];
    view().setBigUint64(result, BigInt(open.offset), true);
    return OK;
  },
  fd_read: guarded((fd, vectors, count, result) => into(fd, vectors, count, result, open => open.offset, true)),
  fd_pread: guarded((fd, vectors, count, offset, result) => into(fd, vectors, count, result, () => Number(offset), false)),
  fd_readdir: (fd, address, length, cookie, result) => {
    const open = opened.get(fd);
    if (!open?.folder) return BADF;
    let used = 0;
    for (const [place, [name, isFile]] of open.folder.entries()) {
      if (place < Number(cookie)) continue;
      const text = encoder.encode(name);
      const entry = new Uint8Array(24 + text.length);
      const data = new DataView(entry.buffer);
      data.setBigUint64(0, BigInt(place + 1), true);
      data.setBigUint64(8, BigInt(place + 1), true);
      data.setUint32(16, text.length, true);
      data.setUint8(20, isFile ? 4 : 3);
      entry.set(text, 24);
      const some = entry.subarray(0, length - used);
      bytesAt(address + used, some.length).set(some);
      used += some.length;
      if (used === length) break;
    }
    view().setUint32(result, used, true);
    return OK;
  },
};

let asking;

async function begin({ module, base: address, index }) {
  base = address;
  part = index.part;
  files = new Map(index.files.map(file => [file.path, file]));
  const names = new Map([['', new Map()]]);
  for (const { path } of index.files) {
    const steps = path.split('/');
    steps.forEach((name, depth) => {
      const folder = steps.slice(0, depth).join('/');
      if (!names.has(folder)) names.set(folder, new Map());
      names.get(folder).set(name, depth === steps.length - 1);
    });
  }
  folders = new Map([...names].map(([folder, entries]) => [folder, [...entries]]));
  // What is not known answers that it is not there.
  const others = new Proxy(wasi, { get: (known, name) => known[name] ?? (() => 52) });
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = from === 'loa'
      ? (address, length) => postMessage({ id: asking, event: decoder.decode(bytesAt(address, length)) })
      : others[name];
  }
  const instance = await WebAssembly.instantiate(module, imports);
  exports = instance.exports;
  exports._initialize?.();
}

let ready;
onmessage = async ({ data }) => {
  if (data.module) {
    ready = begin(data);
    return;
  }
  await ready;
  const { id, method, address, body = '' } = data;
  const question = encoder.encode(`${method}\n${address}\n${body}`);
  const room = exports.room(question.length);
  bytesAt(room, question.length).set(question);
  asking = id;
  const status = exports.ask();
  const text = decoder.decode(bytesAt(exports.answer(), exports.length()));
  postMessage({ id, reply: { status, type: '', body: text } });
};
