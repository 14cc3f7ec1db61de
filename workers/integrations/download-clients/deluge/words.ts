import {
	type ClientWord,
	type ClientWords,
	clientFault,
	completed,
	fetching,
	meaningOf,
	ofItsMachine,
	paused,
	queued,
	standing,
	working,
} from '../client-reply.ts';

/** The words of `state`, for a torrent that is not finished. */
export const delugeWords: ClientWords = {
	Allocating: working,
	Checking: working,
	Moving: working,
	Downloading: fetching,
	/** Finished, while `is_finished` is about to follow. */
	Seeding: fetching,
	Queued: queued,
	Paused: paused,
	/** Its library stops a torrent when it cannot read or write its files. */
	Error: clientFault,
};

/** Its words for files that have vanished. */
const missing = /missing or invalid torrent data|problem with resume data|no such file/i;

interface DelugeFlags {
	state: string;
	/** It stays true while a paused torrent is checked anew and has lost pieces. */
	isFinished: boolean;
	/** Percent of what was wanted; null for a row without it. */
	progress: number | null;
	message: string;
}

/**
 * A finished torrent counts as completed even while it is queued or paused. One that is checked may turn out to be
 * incomplete, and one that is moved is not where it will be.
 */
export function delugeMeaning({state, isFinished, progress, message}: DelugeFlags): ClientWord {
	const meaning = meaningOf(delugeWords, state, 'Deluge');
	if (state === 'Error') {
		const text = `Deluge reports: ${message || 'an error'}`;
		return missing.test(message) ? {...standing, message: text} : {...meaning, message: `${text}. ${ofItsMachine}`};
	}
	const isWhole = isFinished && (progress === null || progress >= 100);
	return isWhole && meaning.activity !== 'working' && !meaning.fault ? completed : meaning;
}
