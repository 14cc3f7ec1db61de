import {
	type ClientWord,
	type ClientWords,
	clientFault,
	completed,
	failed,
	fetching,
	meaningOf,
	paused,
	queued,
	undecided,
	working,
} from './client-reply.ts';

const name = 'NZBGet';

/** The words of `Status` in `listgroups`, since version 13. */
export const nzbgetGroupWords: ClientWords = {
	QUEUED: queued,
	PAUSED: paused,
	DOWNLOADING: fetching,
	FETCHING: fetching,
	PP_QUEUED: working,
	LOADING_PARS: working,
	VERIFYING_SOURCES: working,
	REPAIRING: working,
	VERIFYING_REPAIRED: working,
	RENAMING: working,
	UNPACKING: working,
	MOVING: working,
	POST_UNPACK_RENAMING: working,
	EXECUTING_SCRIPT: working,
	PP_FINISHED: working,
	QS_QUEUED: working,
	QS_EXECUTING: working,
};

/** Its own verdict: `Status` in `history`, since version 13. */
const verdicts: ClientWords = {
	'SUCCESS/ALL': completed,
	'SUCCESS/UNPACK': completed,
	'SUCCESS/PAR': completed,
	'SUCCESS/HEALTH': completed,
	'SUCCESS/GOOD': completed,
	'SUCCESS/MARK': completed,
	'SUCCESS/HIDDEN': completed,
	/** Few articles are missing, and nothing was there to repair it with; NZBGet itself counts it as a success. */
	'WARNING/HEALTH': completed,
	'WARNING/SPACE': clientFault,
	'WARNING/SCRIPT': failed,
	'WARNING/PASSWORD': failed,
	'WARNING/DAMAGED': failed,
	'WARNING/REPAIRABLE': failed,
	'WARNING/SKIPPED': undecided,
	'FAILURE/PAR': failed,
	'FAILURE/UNPACK': failed,
	'FAILURE/HEALTH': failed,
	'FAILURE/BAD': failed,
	'FAILURE/SCAN': failed,
	'FAILURE/FETCH': failed,
	'FAILURE/HIDDEN': failed,
	'FAILURE/MOVE': clientFault,
	'FAILURE/INTERNAL_ERROR': undecided,
	'DELETED/MANUAL': completed, // that it was deleted, `DeleteStatus` says too
	'DELETED/DUPE': failed,
	'DELETED/COPY': failed,
	'DELETED/GOOD': failed,
};

const good = {NONE: completed, SUCCESS: completed};

/** The words of each step in `history`; a step that was left out is `NONE`. */
export const nzbgetHistoryWords = {
	Status: verdicts,
	ParStatus: {...good, FAILURE: failed, MANUAL: failed, REPAIR_POSSIBLE: failed},
	UnpackStatus: {...good, FAILURE: failed, PASSWORD: failed, SPACE: clientFault},
	MoveStatus: {...good, FAILURE: clientFault},
	ScriptStatus: {...good, FAILURE: failed, UNKNOWN: undecided},
	DeleteStatus: {...good, MANUAL: completed, HEALTH: failed, DUPE: failed, BAD: failed, GOOD: failed, COPY: failed, SCAN: failed},
	MarkStatus: {...good, GOOD: completed, BAD: failed},
} as const satisfies Record<string, ClientWords>;

export type NzbgetStep = keyof typeof nzbgetHistoryWords;
export const nzbgetSteps = Object.keys(nzbgetHistoryWords) as NzbgetStep[]; // the keys of a constant

/** The meaning of a job's words: a failure for good counts more than one that a person can mend. */
export function nzbgetHistoryMeaning(words: Readonly<Record<NzbgetStep, string>>): ClientWord | null {
	if (words.DeleteStatus === 'MANUAL') {
		return words.MarkStatus === 'BAD' ? failed : null;
	}
	if (['GOOD', 'SUCCESS'].includes(words.MarkStatus) && words.DeleteStatus === 'NONE') {
		// A person has looked at it.
		return completed;
	}
	const meanings = nzbgetSteps.flatMap(step => (words[step] === '' ? [] : [meaningOf(nzbgetHistoryWords[step], words[step], name)]));
	return (
		meanings.find(({status}) => status === 'failed') ??
		meanings.find(({fault}) => fault === 'client') ??
		meanings.find(({fault}) => fault === 'unknown') ??
		(meanings.length > 0 ? completed : {...undecided, message: `${name} does not say whether the download succeeded.`})
	);
}
