import {queueEvents} from '../client/queue-events.ts';
import {useEvents} from './use-events.ts';

/**
 * Tells when a download may have become a file of the library.
 * @param isOurs Whether an item of the queue matters here.
 */
export function useImports(onImport: () => void, isOurs: (id: string) => boolean = () => true) {
	const onEvent = (name: string, {id, progress}: {id: string; progress?: number}) =>
		(name === 'queueItemRemoved' || progress === 100) && isOurs(id);
	useEvents({...queueEvents, onEvent, read: onImport, throttleMs: 1_000, isSparing: true});
}
