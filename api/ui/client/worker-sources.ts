import type {Sources, StreamListener} from './sources.ts';

/** What a tab asks of the worker, where no address ends a subscription, and what the worker sends. */
export type StreamRequest = {id: number; url: string; names: readonly string[]} | {id: number; url: null};

export interface StreamMessage {
	id: number;
	kind: 'event' | 'gap' | 'refused';
	name?: string;
	data?: any;
	isStart?: boolean;
}

/**
 * Event streams of a worker that all tabs share.
 * @param onFailure The worker did not start.
 */
export function createWorkerSources(onFailure: () => void): Sources {
	// `worker/streams.ts`, which is built as a file of its own beside this one
	const worker = new SharedWorker(new URL('worker.js', import.meta.url), {type: 'module', name: 'streams'});
	const {port} = worker;
	const listeners: Map<number, StreamListener> = new Map();
	let lastId = 0;
	const send = (request: StreamRequest) => port.postMessage(request);
	worker.onerror = onFailure;
	port.onmessage = ({data: {id, kind, name = '', data, isStart = false}}: MessageEvent<StreamMessage>) => {
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
