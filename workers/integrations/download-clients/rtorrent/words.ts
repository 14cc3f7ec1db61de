import {
	type ClientWord,
	clientFault,
	completed,
	fetching,
	isDiskMessage,
	ofItsMachine,
	paused,
	standing,
	working,
} from '../client-reply.ts';

/**
 * rTorrent has no word for a state but flags, and a message. `hashing` is not 0 while pieces are verified, also
 * those of a download that was just completed.
 */
interface RtorrentFlags {
	isComplete: boolean;
	isActive: boolean;
	hashing: number;
	message: string;
}

/** How its messages begin: those of a tracker matter only as long as something is missing. */
const messages: readonly (readonly [RegExp, ClientWord])[] = [
	[/no such file or directory|hash check .*(?:unfinished|bad) chunks|file chunk read error/i, standing],
	[/^storage error|^could not (?:create|open|write|resize) |^download could not be opened/i, clientFault],
];

/** Its message may be old, and a complete download was verified, so only what is not complete is judged by it. */
export function rtorrentMeaning({isComplete, isActive, hashing, message}: RtorrentFlags): ClientWord {
	if (hashing !== 0) {
		return working;
	}
	if (isComplete) {
		return completed;
	}
	const found = messages.find(([pattern]) => pattern.test(message))?.[1] ?? (isDiskMessage(message) ? clientFault : null);
	if (found) {
		return {...found, message: `rTorrent reports: ${message}${found.fault === 'client' ? `. ${ofItsMachine}` : ''}`};
	}
	return isActive ? fetching : paused;
}
