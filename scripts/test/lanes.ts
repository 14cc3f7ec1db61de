import process from 'node:process';

/** Passes the lanes of a run from `scripts/test.ts` to the entries in `test/together/`. */
const variable = 'TEST_LANES';

/**
 * The environment in which entry 1 runs the files of the first lane, entry 2 those of the second, and so on. Paths are
 * relative to the root of the repository.
 */
export function lanesVariable(lanes: readonly (readonly string[])[]): Record<string, string> {
	return {[variable]: JSON.stringify(lanes)};
}

/** The files of the lane with this number; the first is 1. */
export function filesOfLane(lane: number): string[] {
	const lanes = JSON.parse(process.env[variable] ?? '[]') as string[][];
	return lanes[lane - 1] ?? [];
}
