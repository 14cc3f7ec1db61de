/** @typedef {import('./sources.js').StreamListener} StreamListener */
/**
 * What a tab asks of the worker, where no address ends a subscription, and what the worker sends.
 * @typedef {{id: number, url: string, names: readonly string[]} | {id: number, url: null}} StreamRequest
 * @typedef {{id: number, kind: 'event' | 'gap' | 'refused', name?: string, data?: any, isStart?: boolean}} StreamMessage
 */

/**
 * Event streams of a worker that all tabs share.
 * @param {() => void} onFailure The worker did not start.
 * @returns {import('./sources.js').Sources}
 */
export function createWorkerSources(onFailure) {
	// `worker/streams.js`, which is built as a file of its own beside this one
	const worker = new SharedWorker(new URL('worker.js', import.meta.url), {type: 'module', name: 'streams'});
	const {port} = worker;
	/** @type {Map<number, StreamListener>} */
	const listeners = new Map();
	let lastId = 0;
	const send = (/** @type {StreamRequest} */ request) => port.postMessage(request);
	worker.onerror = onFailure;
	port.onmessage = (/** @type {MessageEvent<StreamMessage>} */ {data: {id, kind, name = '', data, isStart = false}}) => {
		const listener = listeners.get(id);
		if (kind === 'event') {
			listener?.onEvent(name, data);
		} else if (kind === 'gap') {
			listener?.onGap({isStart});
		} else {
			listener?.onRefused?.();
		}
	};

	return {
		subscribe(url, names, listener) {
			lastId += 1;
			const id = lastId;
			listeners.set(id, listener);
			send({id, url, names});
			return () => {
				listeners.delete(id);
				send({id, url: null});
			};
		},
	};
}
