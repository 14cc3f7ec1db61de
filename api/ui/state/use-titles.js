import {useEvents} from './use-events.js';

const names = ['titleAdded', 'titleChanged', 'titleRemoved', 'fileAdded', 'fileChanged', 'fileRemoved'];

/**
 * Tells when titles of the library have changed, or their files.
 * @param {() => void} read
 * @param {(title: {kind: 'movie' | 'series', id: string}) => boolean} isOurs Whether a title matters here.
 * @param {number} [restMs] Milliseconds in which many changes are read at once.
 */
export function useTitles(read, isOurs, restMs = 1_000) {
	/** @param {string} _name @param {{kind: 'movie' | 'series', id: string}} title */
	const onEvent = (_name, title) => isOurs(title);
	useEvents({path: 'api/library/events', names, onEvent, read, restMs, isSparing: true});
}
