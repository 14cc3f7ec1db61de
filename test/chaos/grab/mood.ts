import {setTimeout as pause} from 'node:timers/promises';
import {createRandom} from '../../bench/oracle/random.ts';

/** How a client answers once it has taken a release: soon, long after its caller gave up, or never. */
export interface Mood {
	/** True if the answer is sent, false if the connection ends without one. */
	answers(): Promise<boolean>;
	slow: number;
	silent: number;
}

/** Percentages and milliseconds. A call to a client ends after 20 s. */
const silentShare = 2;
const slowShare = 1;
const slowMs = 25_000;
const usualMs = [20, 400] as const;

export function createMood(seed: number): Mood {
	const {chance, int} = createRandom(seed);
	const mood: Mood = {
		slow: 0,
		silent: 0,
		async answers() {
			if (chance(silentShare)) {
				mood.silent += 1;
				return false;
			}
			const isSlow = chance(slowShare);
			mood.slow += isSlow ? 1 : 0;
			await pause(isSlow ? slowMs : int(...usualMs));
			return true;
		},
	};
	return mood;
}
