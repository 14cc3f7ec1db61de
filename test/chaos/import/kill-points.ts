import {createRandom} from '../../bench/oracle/random.ts';

/** When the worker is hit: so many milliseconds after so many files were placed. */
export interface KillPoint {
	afterFiles: number;
	thenMs: number;
	/** Stopped for a minute instead of killed. */
	stops: boolean;
}

const episodes = 24;
const stopEvery = 10;
/** Milliseconds. Planning reads all videos and places none, so it has a wide range of its own. */
const planningMs = 1500;
const placingMs = 80;

/** The same seed gives the same points. A sixth of them falls into the planning. */
export function killPoints(seed: number, count: number): KillPoint[] {
	const {int, chance} = createRandom(seed);
	return Array.from({length: count}, (_none, index) => {
		const afterFiles = chance(16) ? 0 : int(1, episodes);
		return {afterFiles, thenMs: int(0, afterFiles === 0 ? planningMs : placingMs), stops: index % stopEvery === stopEvery - 1};
	});
}
