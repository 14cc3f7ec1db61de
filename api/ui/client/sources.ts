export interface StreamListener {
	onEvent: (name: string, data: any) => void;
	/** Events may have been missed, at the start or while interrupted: read again. */
	onGap: (gap: {isStart: boolean}) => void;
	/** The service does not let us follow, perhaps because the session has ended. */
	onRefused?: () => void;
}

/** Event streams by their addresses. `subscribe` returns a function that ends the subscription. */
export interface Sources {
	subscribe: (url: string, names: readonly string[], listener: StreamListener) => () => void;
}

/** A browser gives up on a stream that is refused, for example while the service starts. */
const reopenMs = 5_000;

/** Those who follow the same stream share a connection. */
export function createSources(): Sources {
	const open: Map<string, {listeners: Set<StreamListener>; close: () => void}> = new Map();

	return {
		subscribe(url, names, listener) {
			const known = open.get(url);
			const listeners = known?.listeners ?? new Set();
			listeners.add(listener);
			if (!known) {
				open.set(url, {listeners, close: connect(url, names, listeners)});
			}
			return () => {
				if (listeners.delete(listener) && listeners.size === 0) {
					open.get(url)?.close();
					open.delete(url);
				}
			};
		},
	};
}

/** Returns a function that closes the connection. */
function connect(url: string, names: readonly string[], listeners: Set<StreamListener>) {
	let source: EventSource | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isStart = true;
	const tell = (how: (listener: StreamListener) => void) => [...listeners].forEach(how);
	const reportGap = () => {
		tell(({onGap}) => onGap({isStart}));
		isStart = false;
	};
	const start = () => {
		const own = new EventSource(url);
		source = own;
		own.onopen = reportGap;
		own.onerror = () => {
			if (own.readyState === EventSource.CLOSED) {
				timer = setTimeout(start, reopenMs);
				tell(({onRefused}) => onRefused?.());
			}
		};
		own.addEventListener('reset', reportGap);
		for (const name of names) {
			own.addEventListener(name, event => {
				const data = JSON.parse(event.data);
				tell(({onEvent}) => onEvent(name, data));
			});
		}
	};
	start();
	return () => {
		clearTimeout(timer);
		source?.close();
	};
}
