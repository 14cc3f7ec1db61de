import {judgeTrap} from './judge-trap.ts';
import {createRandom} from './random.ts';
import {traps} from './traps.ts';

export interface TrapReport {
	kind: string;
	names: number;
	/** Names that nothing was read from. */
	refused: number;
	dangers: number;
	/** The first of them, with what was read instead. */
	examples: string[];
}

const maxExamples = 20;

/** Writes `names` names of each kind, and reads them. */
export function runTraps(names: number, seed: number): TrapReport[] {
	return Object.entries(traps).map(([kind, write], index) => {
		const random = createRandom(seed + index);
		const report: TrapReport = {kind, names, refused: 0, dangers: 0, examples: []};
		for (let count = 0; count < names; count++) {
			const trap = write(random);
			const {danger, isRead} = judgeTrap(trap);
			report.refused += isRead ? 0 : 1;
			report.dangers += danger === null ? 0 : 1;
			if ((danger !== null || !isRead) && report.examples.length < maxExamples) {
				report.examples.push(`${danger ?? 'refused'}: ${trap.name}`);
			}
		}
		return report;
	});
}
