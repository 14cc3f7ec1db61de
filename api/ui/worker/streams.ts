/*
 * The event streams of all tabs. Browsers allow six connections to a host over HTTP/1.1, for all tabs together: if each
 * tab had its own stream, the seventh could load nothing.
 */
import {createSources} from '../client/sources.ts';
import type {StreamMessage, StreamRequest} from '../client/worker-sources.ts';

const sources = createSources();

/** @param port Of one tab. */
function serve(port: MessagePort) {
	const subscriptions: Map<number, () => void> = new Map();
	const send = (message: StreamMessage) => port.postMessage(message);
	port.onmessage = ({data: request}: MessageEvent<StreamRequest>) => {
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

addEventListener('connect', event => void (event as MessageEvent).ports.forEach(serve));
