/*
 * The event streams of all tabs. Browsers allow six connections to a host over HTTP/1.1, for all tabs together: if each
 * tab had its own stream, the seventh could load nothing.
 */
import {createSources} from '../client/sources.js';

/** @typedef {import('../client/worker-sources.js').StreamRequest} StreamRequest */
/** @typedef {import('../client/worker-sources.js').StreamMessage} StreamMessage */

const sources = createSources();

/** @param {MessagePort} port Of one tab. */
function serve(port) {
	/** @type {Map<number, () => void>} */
	const subscriptions = new Map();
	const send = (/** @type {StreamMessage} */ message) => port.postMessage(message);
	port.onmessage = (/** @type {MessageEvent<StreamRequest>} */ {data: request}) => {
		const {id} = request;
		if (request.url === null) {
			subscriptions.get(id)?.();
			subscriptions.delete(id);
			return;
		}
		const close = sources.subscribe(request.url, request.names, {
			onEvent: (name, data) => send({id, kind: 'event', name, data}),
			onGap: ({isStart}) => send({id, kind: 'gap', isStart}),
			onRefused: () => send({id, kind: 'refused'}),
		});
		subscriptions.set(id, close);
	};
}

addEventListener('connect', event => void (/** @type {MessageEvent} */ (event).ports.forEach(serve)));
