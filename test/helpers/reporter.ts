import type {Reporter} from '#scripts/processes/reporter.ts';

/** A reporter that records each line. */
export function listeningReporter(): Reporter & {steps: string[]; progresses: string[]} {
	const steps: string[] = [];
	const progresses: string[] = [];
	return {steps, progresses, step: text => void steps.push(text), progress: text => void progresses.push(text)};
}
