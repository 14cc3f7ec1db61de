import {useEffect, useRef} from 'preact/hooks';
import {useApp} from './app-state.ts';
import {joined} from './joined.ts';

interface EventsOptions {
	path: string;
	names: readonly string[];
	/**
	 * Says whether the state must be read again, and
	 * `later` if only what changes all the time is old.
	 */
	onEvent: (name: string, data: any) => boolean | 'later';
	read: () => void;
	/** Milliseconds in which many changes are read at once. */
	throttleMs: number;
	/** What happens while the stream opens is not worth reading all of it again. */
	isSparing?: boolean;
}

/** Milliseconds between two readings of what changes all the time, such as the time left. */
const laterMs = 5_000;

/** Follows a stream, and reads the state again when events say so or may have been missed. */
export function useEvents(options: EventsOptions) {
	const {streams} = useApp();
	const latest = useRef(options);
	latest.current = options;
	const {path, names, throttleMs} = options;
	useEffect(() => {
		const reading = joined(() => latest.current.read(), throttleMs);
		const readingLater = joined(() => latest.current.read(), laterMs);
		const close = streams.subscribe(path, names, {
			onEvent: (name, data) => {
				const isOld = latest.current.onEvent(name, data);
				if (isOld) {
					(isOld === 'later' ? readingLater : reading).call();
				}
			},
			onGap: ({isStart}) => void ((isStart && latest.current.isSparing) || reading.call()),
		});
		return () => {
			reading.stop();
			readingLater.stop();
			close();
		};
	}, [path]);
}
