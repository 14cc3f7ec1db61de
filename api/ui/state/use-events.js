import {useEffect, useRef} from 'preact/hooks';
import {useApp} from './app-state.js';
import {joined} from './joined.js';

/**
 * @typedef {object} EventsOptions
 * @property {string} path
 * @property {readonly string[]} names
 * @property {(name: string, data: any) => boolean} onEvent Says whether the state must be read anew.
 * @property {() => void} read
 * @property {number} restMs Milliseconds in which many changes are read at once.
 * @property {boolean} [isSparing] What happens while the stream opens is not worth reading all of it again.
 */

/** Follows a stream, and reads the state anew when events say so or may have been missed. @param {EventsOptions} options */
export function useEvents(options) {
	const {streams} = useApp();
	const latest = useRef(options);
	latest.current = options;
	const {path, names, restMs} = options;
	useEffect(() => {
		const reading = joined(() => latest.current.read(), restMs);
		const close = streams.subscribe(path, names, {
			onEvent: (name, data) => void (latest.current.onEvent(name, data) && reading.call()),
			onGap: ({isStart}) => void ((isStart && latest.current.isSparing) || reading.call()),
		});
		return () => {
			reading.stop();
			close();
		};
	}, [path]);
}
