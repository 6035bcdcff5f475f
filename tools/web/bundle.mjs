// Writes the generated modules of the package. page/styles.js has the styles of the page for the element <loa-board>.
// bundled.mjs is the package as one module, with the program and the worker inside: bundlers that do not copy files
// beside a module, and development servers that move modules, need no settings for it. Run by .ci/npm.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const read = name => readFileSync(name, 'utf8');

/** Returns a text with one part replaced, which must be there exactly once. */
function replaced(text, part, by) {
	const pieces = text.split(part);
	if (pieces.length !== 2) throw new Error(`${part} occurs ${pieces.length - 1} times`);
	return pieces[0] + by + pieces[1];
}

const files = replaced(read('files.mjs'), 'export class Files', 'class Files');
const worker = replaced(read('worker.mjs'), "import { Files } from './files.mjs';", files);
const program = gzipSync(readFileSync('loa.wasm'), { level: 9 }).toString('base64');

let bundled = replaced(
	read('index.mjs'),
	"const ownProgram = () => fetched(new URL('loa.wasm', import.meta.url));",
	`const ownProgram = () => {
	const bytes = Uint8Array.from(atob(PROGRAM), letter => letter.charCodeAt(0));
	return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
};`,
);
bundled = replaced(
	bundled,
	"new URL('worker.mjs', import.meta.url)",
	"URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))",
);
writeFileSync(
	'bundled.mjs',
	`${bundled}
const WORKER = ${JSON.stringify(worker)};
const PROGRAM = '${program}';
`,
);

// In an element, :host stands for the root.
const styles = read('page/style.css')
	.replace(/:root(\[[^\]]*\])/g, ':host($1)')
	.replace(/:root/g, ':host');
writeFileSync('page/styles.js', `export const styles = ${JSON.stringify(styles)};\n`);
