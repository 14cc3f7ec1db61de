import {createSources} from './sources.js';
import {createWorkerSources} from './worker-sources.js';

/** @typedef {import('./sources.js').StreamListener} StreamListener */
/** @typedef {ReturnType<typeof createStreams>} Streams */

/**
 * Event streams of the service, while a person sees the tab. All tabs share the connections where browsers allow it.
 * @param {{onRefused: () => void}} options
 */
export function createStreams({onRefused}) {
	/** @type {import('./sources.js').Sources | undefined} */
	let sources;
	/** How each subscription begins again. @type {Set<() => void>} */
	const restarts = new Set();
	const useOwn = () => {
		sources = createSources();
		restarts.forEach(restart => void restart());
	};
	const open = () => {
		sources ??= sharedSources(useOwn) ?? createSources();
		return sources;
	};

	return {
		/**
		 * Returns a function that ends the subscription.
		 * @param {string} path @param {readonly string[]} names @param {StreamListener} listener
		 */
		subscribe(path, names, listener) {
			const url = new URL(path, document.baseURI).href;
			let close = () => {};
			const restart = () => {
				close();
				close = document.hidden ? () => {} : open().subscribe(url, names, {onRefused, ...listener});
			};
			const follow = () => {
				restart();
				if (!document.hidden) {
					listener.onGap({isStart: false});
				}
			};
			restarts.add(restart);
			document.addEventListener('visibilitychange', follow);
			restart();
			return () => {
				restarts.delete(restart);
				document.removeEventListener('visibilitychange', follow);
				close();
			};
		},
	};
}

/** Null where browsers have no shared workers, as on some phones, or do not allow them. @param {() => void} onFailure */
function sharedSources(onFailure) {
	try {
		return 'SharedWorker' in globalThis ? createWorkerSources(onFailure) : null;
	} catch {
		return null;
	}
}
