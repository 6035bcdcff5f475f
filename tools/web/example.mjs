// The value of a position with every move, best play, and the engine's estimate, in node or a page:
// node example.mjs [ADDRESS OF A FOLDER OF loa site/]
import { open } from './index.mjs';

const loa = await open(globalThis.process?.argv[2]);
try {
	const { category, plies, moves } = await loa.probe('start 4x4');
	console.log(`start 4x4: ${category} in ${plies}`);
	for (const { move, category, plies } of moves) console.log(`  ${move}: ${category}${plies ? ` in ${plies}` : ''}`);

	const { line } = await loa.line('start 4x4');
	console.log(`best play: ${line.map(({ move }) => move).join(' ')}`);

	const { score, moves: known } = await loa.engine('start 8x8', { ms: 200 });
	console.log(`start 8x8: ${known[0].move}, score ${score} at depth ${known[0].depth}`);
} catch (failure) {
	console.error(`${failure.message} (status ${failure.status})`);
} finally {
	loa.close();
}
