import {queueEvents} from '../client/queue-events.js';
import {useEvents} from './use-events.js';

/**
 * Tells when a download may have become a file of the library.
 * @param {() => void} onImport
 * @param {(id: string) => boolean} isOurs Whether an item of the queue matters here.
 */
export function useImports(onImport, isOurs = () => true) {
	/** @param {string} name @param {{id: string, progress?: number}} data */
	const onEvent = (name, {id, progress}) => (name === 'queueItemRemoved' || progress === 100) && isOurs(id);
	useEvents({...queueEvents, onEvent, read: onImport, throttleMs: 1_000, isSparing: true});
}
