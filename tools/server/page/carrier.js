// Sends questions to the server. In a folder of files from `loa site`, another file of this name
// sends them to a worker that runs the program.

export const isServer = true;

export const whole = Infinity;

export const about = async () => '';

export async function carry(method, address, body, signal) {
	const response = await fetch(address, { method, body, signal });
	return { status: response.status, body: await response.text() };
}

/** Yields the events of an answer as they arrive, or throws the status and the text of a refusal. */
export async function* events(address, signal) {
	const response = await fetch(address, { signal });
	if (!response.ok || !response.body) throw { status: response.status, body: await response.text() };
	let text = '';
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	for (;;) {
		const { value, done } = await reader.read();
		if (done) return;
		const parts = (text + value).split('\n\n');
		text = parts.pop() ?? '';
		for (const part of parts) yield JSON.parse(part.replace(/^data: /, ''));
	}
}
