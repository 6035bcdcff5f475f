// The sound of a placed stone, an option.

import { preferences } from './dom.js';

let context;

export function knock(isCapture) {
	if (!preferences().sound) return;
	context ??= new AudioContext();
	const [tone, gain] = [context.createOscillator(), context.createGain()];
	const now = context.currentTime;
	tone.type = 'triangle';
	tone.frequency.setValueAtTime(isCapture ? 190 : 320, now);
	tone.frequency.exponentialRampToValueAtTime(80, now + 0.09);
	gain.gain.setValueAtTime(0.4, now);
	gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
	tone.connect(gain).connect(context.destination);
	tone.start(now);
	tone.stop(now + 0.13);
}
