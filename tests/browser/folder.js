// A host that serves files and runs no program: a folder below a path, with or without ranges.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.mjs': 'text/javascript',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
	'.wasm': 'application/wasm',
	'.webmanifest': 'application/manifest+json',
};

/** The path of the folder on the host, to show that any path works. */
const PLACE = '/games/loa/';

/** Serves a folder. `asked` lists the path, the range and the bytes of every answer. */
export async function host(folder, { ranges = true, headers = {} } = {}) {
	const asked = [];
	const server = createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
		const name = path.slice(PLACE.length);
		const file = join(folder, normalize(`/${name || 'index.html'}`));
		const found = path.startsWith(PLACE) && statSync(file, { throwIfNoEntry: false });
		if (!found || !found.isFile()) {
			response.writeHead(404).end();
			return;
		}
		const { size } = found;
		const [, from, to] = (ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')) || [];
		const part = from === undefined ? {} : { start: Number(from), end: Math.min(Number(to), size - 1) };
		const length = from === undefined ? size : part.end - part.start + 1;
		asked.push({ path: name, range: from === undefined ? null : part, bytes: length });
		response.writeHead(from === undefined ? 200 : 206, {
			'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream',
			'Content-Length': length,
			...headers,
			...(ranges && { 'Accept-Ranges': 'bytes' }),
			...(from !== undefined && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
		});
		createReadStream(file, part).pipe(response);
	});
	await new Promise(resolve => {
		server.listen(0, '127.0.0.1', resolve);
	});
	// No test waits for its end.
	server.unref();
	return {
		address: `http://127.0.0.1:${server.address().port}${PLACE.slice(0, -1)}`,
		asked,
		stop: () =>
			new Promise(resolve => {
				server.close(resolve);
				server.closeAllConnections();
			}),
	};
}
