/**
 * @typedef {object} StreamListener
 * @property {(name: string, data: any) => void} onEvent
 * @property {() => void} onGap Events may have been missed: read the state anew.
 */

/** @typedef {ReturnType<typeof createStreams>} Streams */

/** A browser gives up on a stream that is refused, for example while the service starts. */
const reopenMs = 5_000;

/** Event streams of the service; views that read the same one share a connection. */
export function createStreams() {
	/** @type {Map<string, {listeners: Set<StreamListener>, close: () => void}>} */
	const open = new Map();

	return {
		/**
		 * Returns a function that ends the subscription.
		 * @param {string} path @param {readonly string[]} names @param {StreamListener} listener
		 */
		subscribe(path, names, listener) {
			const known = open.get(path);
			const listeners = known?.listeners ?? new Set();
			listeners.add(listener);
			if (!known) {
				open.set(path, {listeners, close: connect(path, names, listeners)});
			}
			return () => {
				listeners.delete(listener);
				if (listeners.size === 0) {
					open.get(path)?.close();
					open.delete(path);
				}
			};
		},
	};
}

/**
 * Only the tab that a person sees is connected: browsers allow six connections to a host, for all tabs together.
 * Returns a function that closes the connection.
 * @param {string} path @param {readonly string[]} names @param {Set<StreamListener>} listeners
 */
function connect(path, names, listeners) {
	/** @type {EventSource | undefined} */
	let source;
	let timer = 0;
	let wasBroken = false;
	const tellGap = () => [...listeners].forEach(({onGap}) => void onGap());
	const start = () => {
		if (document.hidden) {
			return;
		}
		const own = new EventSource(path);
		source = own;
		own.onopen = () => {
			if (wasBroken) {
				tellGap();
			}
			wasBroken = false;
		};
		own.onerror = () => {
			wasBroken = true;
			if (own.readyState === EventSource.CLOSED) {
				timer = setTimeout(start, reopenMs);
			}
		};
		own.addEventListener('reset', tellGap);
		for (const name of names) {
			own.addEventListener(name, event => {
				const data = JSON.parse(event.data);
				[...listeners].forEach(({onEvent}) => void onEvent(name, data));
			});
		}
	};
	const stop = () => {
		clearTimeout(timer);
		source?.close();
	};
	const follow = () => {
		stop();
		wasBroken = true;
		start();
	};
	start();
	document.addEventListener('visibilitychange', follow);
	return () => {
		document.removeEventListener('visibilitychange', follow);
		stop();
	};
}
