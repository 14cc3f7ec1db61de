/*
 * The event streams of all tabs. Browsers allow six connections to a host over HTTP/1.1, for all tabs together: if each
 * tab had its own stream, the seventh could load nothing.
 */
import {createSources} from '../client/sources.js';

/** @typedef {import('../client/worker-sources.js').Wish} Wish */
/** @typedef {import('../client/worker-sources.js').Told} Told */

const sources = createSources();

/** @param {MessagePort} port Of one tab. */
function serve(port) {
	/** @type {Map<number, () => void>} */
	const subscriptions = new Map();
	const tell = (/** @type {Told} */ told) => port.postMessage(told);
	port.onmessage = (/** @type {MessageEvent<Wish>} */ {data: wish}) => {
		const {id} = wish;
		if (wish.url === null) {
			subscriptions.get(id)?.();
			subscriptions.delete(id);
			return;
		}
		const close = sources.subscribe(wish.url, wish.names, {
			onEvent: (name, data) => tell({id, told: 'event', name, data}),
			onGap: ({isStart}) => tell({id, told: 'gap', isStart}),
			onRefused: () => tell({id, told: 'refused'}),
		});
		subscriptions.set(id, close);
	};
}

addEventListener('connect', event => void (/** @type {MessageEvent} */ (event).ports.forEach(serve)));
