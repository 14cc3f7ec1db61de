import {
	type ClientWord,
	type ClientWords,
	clientFault,
	completed,
	failed,
	fetching,
	isDiskMessage,
	meaningOf,
	paused,
	queued,
	undecided,
	working,
} from '../client-reply.ts';
import {blamesDisk} from './languages.ts';

const name = 'SABnzbd';

/** The words of its `Status` class. Jobs in the history that are neither completed nor failed are still worked on. */
export const sabnzbdWords: ClientWords = {
	Idle: queued,
	Queued: queued,
	Grabbing: queued,
	Propagating: queued,
	Paused: paused,
	Downloading: fetching,
	/** It fetches more repair blocks. */
	Fetching: fetching,
	Checking: working,
	QuickCheck: working,
	Verifying: working,
	Repairing: working,
	Extracting: working,
	Moving: working,
	Running: working,
	Completed: completed,
	Failed: failed,
};

/** What a job in the queue or history does; null for one that is being deleted. */
export function sabnzbdMeaning(status: string, failures: readonly string[]): ClientWord | null {
	if (status === 'Deleted') {
		return null;
	}
	return status === 'Failed' ? failureOf(failures) : meaningOf(sabnzbdWords, status, name);
}

/** Why a job failed that would succeed elsewhere, or later. Of what names a file, the beginning is known. */
const failuresOfClient: readonly (readonly [RegExp, ClientWord])[] = [
	[/^unpacking failed, (?:write error|file too large)|disk full|disk error|failed moving |failed to move files/i, clientFault],
	[/cannot create (?:final folder|directory|temp file)|failed making |error renaming |cannot write /i, clientFault],
	[/no 7za binary|par2 received incorrect options|(?:unrar|par2|7za) binary\.\.\. not found/i, clientFault],
	[/post-?processing was aborted|path is too long/i, undecided],
];

/**
 * The failures are texts without a fixed set of words, since scripts add their own, so that all are bad releases that
 * do not blame the client's machine. The log of a job says what its message leaves out.
 */
function failureOf(failures: readonly string[]): ClientWord {
	for (const text of failures) {
		const found = failuresOfClient.find(([pattern]) => pattern.test(text))?.[1];
		if (found || isDiskMessage(text) || blamesDisk(text)) {
			return {...(found ?? clientFault), message: text};
		}
	}
	return failed;
}
