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
} from '../client-words.ts';

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

/**
 * A finished torrent counts as completed even while it is queued or paused. One that is checked may turn out to be
 * incomplete, and one that is moved is not where it will be.
 */
export function delugeMeaning({state, isFinished, message}: {state: string; isFinished: boolean; message: string}): ClientWord {
	const meaning = meaningOf(delugeWords, state, 'Deluge');
	if (state === 'Error') {
		const text = `Deluge reports: ${message || 'an error'}`;
		return missing.test(message) ? {...standing, message: text} : {...meaning, message: `${text}. ${ofItsMachine}`};
	}
	return isFinished && meaning.activity !== 'working' && !meaning.fault ? completed : meaning;
}
