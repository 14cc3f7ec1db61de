import {
	type ClientWord,
	type ClientWords,
	clientFault,
	fetching,
	ofItsMachine,
	paused,
	queued,
	standing,
	trackerFault,
	undecided,
	working,
} from '../client-reply.ts';

/** The numbers of `status`, for a torrent that is not complete. */
export const transmissionWords: ClientWords = {
	0: paused,
	/** Waits to be checked. */
	1: {...working, status: 'downloading'},
	2: working,
	3: queued,
	4: fetching,
	/** Seeds, or waits to, although something is missing that it was told to leave out. */
	5: fetching,
	6: fetching,
};

/** The numbers of `error`. Versions before 2.0 only had the text. */
const errors: ClientWords = {
	/** A tracker warns or refuses. */
	1: trackerFault,
	2: trackerFault,
	/** Something is wrong where it runs. */
	3: clientFault,
};

/** Its words for files that have vanished. */
const missing = /\bno data (?:was )?found/i;

/** What an error means; null for none. */
export function transmissionError(error: number | null, text: string): ClientWord | null {
	if (error === 0 || (error === null && text === '')) {
		return null;
	}
	const message = `Transmission reports: ${text || `error ${error}`}`;
	if (missing.test(text)) {
		return {...standing, message};
	}
	const meaning = error === null ? trackerFault : (errors[error] ?? undecided);
	return {...meaning, message: meaning.fault === 'client' ? `${message}. ${ofItsMachine}` : message};
}

/** Without metadata a magnet link has no size. It stands still while nobody sends it. */
export const transmissionMetadata: ClientWord = {
	status: 'queued',
	activity: 'fetching',
	message: 'Transmission looks for the metadata of this magnet link.',
};
