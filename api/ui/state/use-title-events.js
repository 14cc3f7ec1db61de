import {useEvents} from './use-events.js';

const names = ['titleAdded', 'titleChanged', 'titleRemoved', 'fileAdded', 'fileChanged', 'fileRemoved'];

/**
 * Calls `read` when titles of the library, or their files, have changed.
 * @param {() => void} read
 * @param {(title: {kind: 'movie' | 'series', id: string}) => boolean} isOurs Whether a changed title concerns this view.
 * @param {number} [throttleMs] Milliseconds in which many changes are read at once.
 */
export function useTitleEvents(read, isOurs, throttleMs = 1_000) {
	/** @param {string} _name @param {{kind: 'movie' | 'series', id: string}} title */
	const onEvent = (_name, title) => isOurs(title);
	useEvents({path: 'api/library/events', names, onEvent, read, throttleMs, isSparing: true});
}
