import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';

/** What a word of a client means: our status, what follows from it, and what people are told. */
export interface ClientWord extends Pick<ClientDownload, 'activity' | 'fault' | 'status'> {
	message?: string;
}

/** The words of a client, as its source has them. */
export type ClientWords = Readonly<Record<string, ClientWord>>;

export const fetching: ClientWord = {status: 'downloading'};
export const working: ClientWord = {status: 'downloading', activity: 'working'};
export const queued: ClientWord = {status: 'queued'};
export const paused: ClientWord = {status: 'paused'};
export const completed: ClientWord = {status: 'completed'};
export const failed: ClientWord = {status: 'failed'};
export const clientFault: ClientWord = {status: 'warning', fault: 'client'};
export const trackerFault: ClientWord = {status: 'warning', fault: 'tracker'};
export const undecided: ClientWord = {status: 'warning', fault: 'unknown'};
/** Nobody sends it, or its files are gone, so that it fails once it has stood still for long enough. */
export const standing: ClientWord = {status: 'warning', activity: 'fetching'};

/** What people are told about `clientFault`. */
export const ofItsMachine =
	'That is about its disk and not about the release, so the download stays there. Repair it and let the client try again.';

const longestWord = 200;

/** The meaning of a word. One that is not in the table is neither good nor bad: it is shown, and a person decides. */
export function meaningOf(words: ClientWords, word: string, client: string): ClientWord {
	if (Object.hasOwn(words, word)) {
		return words[word]!; // it is there
	}
	return {...undecided, message: `${client} says "${word.slice(0, longestWord)}", which is not known here. Look at the download there.`};
}

/** The fields of a download that a word decides; those that say nothing are left out. */
export function wordFields({status, activity, fault}: ClientWord): Pick<ClientDownload, 'activity' | 'fault' | 'status'> {
	return {status, ...(activity && {activity}), ...(fault && {fault})};
}

/** Words for a disk that is full, away, or may not be written, as operating systems and clients have them. */
const diskWords =
	/no space left|disk(?: is)? full|disk quota|out of (?:disk )?space|not enough (?:disk )?space|write error|read-only file ?system|permission denied|access (?:is )?denied|operation not permitted|input\/output error|i\/o error|stale file handle|too many open files|file too large|transport endpoint|device not configured|unable to locate download folder/i;

/** Does a message complain about the disk of its client? */
export function isDiskMessage(message: string): boolean {
	return diskWords.test(message);
}
