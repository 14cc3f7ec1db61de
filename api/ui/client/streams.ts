import {createSources, type Sources, type StreamListener} from './sources.ts';
import {createWorkerSources} from './worker-sources.ts';

/**
 * Event streams of the service, while a person sees the tab. All tabs share the connections where browsers allow it.
 */
export function createStreams({onRefused}: {onRefused: () => void}) {
	let sources: Sources | undefined;
	/** How each subscription begins again. */
	const restarts: Set<() => void> = new Set();
	const useOwn = () => {
		sources = createSources();
		restarts.forEach(restart => void restart());
	};
	const open = () => {
		sources ??= sharedSources(useOwn) ?? createSources();
		return sources;
	};

	return {
		/** Returns a function that ends the subscription. */
		subscribe(path: string, names: readonly string[], listener: StreamListener) {
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

/** Null where browsers have no shared workers, as on some phones, or do not allow them. */
function sharedSources(onFailure: () => void) {
	try {
		return 'SharedWorker' in globalThis ? createWorkerSources(onFailure) : null;
	} catch {
		return null;
	}
}
