// Refuses to pack a folder that lacks a file of the package. .ci/npm collects the files.
import { existsSync, readFileSync } from 'node:fs';

const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = [...files, 'README.md'].filter(file => !existsSync(file));
if (missing.length) {
	console.error(
		`this package is incomplete: ${missing.join(', ')} missing; to make a complete one: bash .ci/npm FOLDER`,
	);
	process.exit(1);
}
