import type {Teller} from '#scripts/teller/console.ts';

/** A teller that records what it is told. */
export function listeningTeller(): Teller & {steps: string[]; progresses: string[]} {
	const steps: string[] = [];
	const progresses: string[] = [];
	return {steps, progresses, step: text => void steps.push(text), progress: text => void progresses.push(text)};
}
