import {useEvents} from './use-events.ts';

const names = ['titleAdded', 'titleChanged', 'titleRemoved', 'fileAdded', 'fileChanged', 'fileRemoved'];

/**
 * Calls `read` when titles of the library, or their files, have changed.
 * @param isOurs Whether a changed title concerns this view.
 * @param throttleMs Milliseconds in which many changes are read at once.
 */
export function useTitleEvents(
	read: () => void,
	isOurs: (title: {kind: 'movie' | 'series'; id: string}) => boolean,
	throttleMs: number = 1_000,
) {
	const onEvent = (_name: string, title: {kind: 'movie' | 'series'; id: string}) => isOurs(title);
	useEvents({path: 'api/library/events', names, onEvent, read, throttleMs, isSparing: true});
}
