// Writes api.d.ts: the types of the API, from the document of `loa serve`.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import openapiTS, { astToString } from 'openapi-typescript';

const server = spawn(process.env.LOA ?? 'loa', ['serve', '--listen', '127.0.0.1:0', '--json'], {
	stdio: ['ignore', 'pipe', 'inherit'],
});
try {
	const line = await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.once('exit', code => reject(new Error(`loa serve ended with status ${code}`)));
		createInterface(server.stdout).once('line', resolve);
	});
	const document = await (await fetch(`${JSON.parse(line).listening}/api/openapi.json`)).json();
	writeFileSync(new URL('api.d.ts', import.meta.url), astToString(await openapiTS(document)));
} finally {
	server.kill();
}
