import {madeUpFansub} from './fansub.ts';
import {madeUpFilm} from './film.ts';
import {type Claim, judge} from './judge.ts';
import {madeUpPath} from './path.ts';
import {createRandom} from './random.ts';
import {madeUpShow} from './show.ts';

export interface Tally {
	asserted: number;
	wrong: number;
	/** The first names that were read wrongly. */
	examples: string[];
}

export interface OracleReport {
	titles: number;
	seed: number;
	claims: Map<Claim, Tally>;
	/** Names that would be filed in the wrong place, with what is wrong. */
	dangerous: string[];
}

const writers = [
	madeUpFilm,
	madeUpFilm,
	madeUpFilm,
	madeUpShow,
	madeUpShow,
	madeUpShow,
	madeUpShow,
	madeUpFansub,
	madeUpFansub,
	madeUpPath,
];
const keptExamples = 20;

/** Generates `titles` names with known truth and parses them. */
export function runOracle(titles: number, seed: number): OracleReport {
	const random = createRandom(seed);
	const report: OracleReport = {titles, seed, claims: new Map(), dangerous: []};
	for (let count = 0; count < titles; count++) {
		const made = random.pick(writers)(random);
		const {asserted, wrong, dangerous} = judge(made);
		for (const claim of asserted) {
			const tally = report.claims.get(claim) ?? {asserted: 0, wrong: 0, examples: []};
			const missed = wrong.includes(claim);
			tally.asserted++;
			tally.wrong += missed ? 1 : 0;
			if (missed && tally.examples.length < keptExamples) {
				tally.examples.push(made.name);
			}
			report.claims.set(claim, tally);
		}
		if (dangerous.length > 0) {
			report.dangerous.push(`${dangerous.join(', ')}: ${made.name}`);
		}
	}
	return report;
}

/** Percentage of correct claims required for each field. */
export const demanded = 99.9;

/** Fields read worse than that; a few errors are allowed for rarely asserted fields. */
export function badlyRead({claims}: OracleReport): Claim[] {
	return [...claims].filter(([, {asserted, wrong}]) => wrong > Math.ceil((asserted * (100 - demanded)) / 100)).map(([claim]) => claim);
}
