import {useEffect} from 'preact/hooks';
import {queueEvents} from '../client/queue-events.js';
import {useApp} from '../state/app-state.js';

/** Milliseconds in which many imports are read at once. */
const readMs = 1_000;

/** Tells when a download may have become a file of the library. @param {() => void} onImport */
export function useImports(onImport) {
	const {streams} = useApp();
	useEffect(() => {
		let timer = 0;
		const tell = () => {
			clearTimeout(timer);
			timer = setTimeout(onImport, readMs);
		};
		/** @param {string} name @param {{progress?: number}} data */
		const onEvent = (name, {progress}) => (name === 'queueItemRemoved' || progress === 100) && tell();
		const close = streams.subscribe(queueEvents.path, queueEvents.names, {onEvent, onGap: tell});
		return () => {
			clearTimeout(timer);
			close();
		};
	}, [onImport]);
}
