/** What keeps a process from starting, in one line: what is wrong, and what helps. */
export interface StartProblem {
	message: string;
	/** A server that is away or not ready may come back by itself; nothing else does. */
	mayPass: boolean;
}

/** Exit code of a process that the same start would stop again. */
export const wrongStart = 2;

/** What was found before a start. Warnings do not prevent it. */
export interface StartReport {
	problems: StartProblem[];
	warnings: string[];
}

export const lasting = (message: string): StartReport => ({problems: [{message, mayPass: false}], warnings: []});
export const passing = (message: string): StartReport => ({problems: [{message, mayPass: true}], warnings: []});
export const warning = (text: string): StartReport => ({problems: [], warnings: [text]});
export const fine: StartReport = {problems: [], warnings: []};

export function joinReports(reports: readonly StartReport[]): StartReport {
	return {problems: reports.flatMap(({problems}) => problems), warnings: reports.flatMap(({warnings}) => warnings)};
}
