// Refuses to pack a folder that lacks a file of the package: .ci/npm puts them together.
import { existsSync, readFileSync } from 'node:fs';

const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = [...files, 'README.md'].filter(file => !existsSync(file));
if (missing.length) {
	console.error(`this folder is no whole package, without ${missing.join(', ')}; this makes one: bash .ci/npm FOLDER`);
	process.exit(1);
}
