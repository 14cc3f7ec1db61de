import {Unavailable} from '#shared/errors.ts';
import {fromWireFailure, toWireFailure, type WireFailure} from '#shared/jobs/ask.ts';

/** One end of the line between two processes. */
export interface Line {
	send(message: unknown): void;
	onMessage(listener: (message: unknown) => void): void;
}

type Answers = Record<string, (...given: never[]) => unknown>;

type Message =
	| {kind: 'call'; id: number; name: string; given: unknown[]}
	| {kind: 'answer'; id: number; result: unknown}
	| {kind: 'failure'; id: number; failure: WireFailure};

export interface Calls {
	/** Throws what the other side throws, and Unavailable `engine_silent` after the limit or the end of the line. */
	call<T>(name: string, given: unknown[], limitMs: number): Promise<T>;
	/** The other side is gone: nothing will be answered any more. */
	end(): void;
}

/** Lets both ends of a line call functions of each other. */
export function createCalls({send, onMessage}: Line, answers: Answers): Calls {
	const waiting = new Map<number, {resolve(result: unknown): void; reject(error: Error): void}>();
	let last = 0;
	let isOver = false;

	const answer = async ({id, name, given}: Message & {kind: 'call'}) => {
		try {
			const asked = answers[name];
			send({kind: 'answer', id, result: await asked?.(...(given as never[]))}); // both ends are of the same version
		} catch (error) {
			send({kind: 'failure', id, failure: toWireFailure(error)});
		}
	};

	onMessage(received => {
		const message = received as Message;
		if (message.kind === 'call') {
			void answer(message);
			return;
		}
		const asked = waiting.get(message.id);
		if (message.kind === 'failure') {
			asked?.reject(fromWireFailure(message.failure));
			return;
		}
		asked?.resolve(message.result);
	});

	return {
		async call<T>(name: string, given: unknown[], limitMs: number) {
			last += 1;
			const id = last;
			const {promise, resolve, reject} = Promise.withResolvers<unknown>();
			waiting.set(id, {resolve, reject});
			const timer = setTimeout(() => reject(silent()), limitMs);
			try {
				if (isOver) {
					throw silent();
				}
				send({kind: 'call', id, name, given});
				return (await promise) as T;
			} finally {
				clearTimeout(timer);
				waiting.delete(id);
			}
		},
		end() {
			isOver = true;
			for (const {reject} of waiting.values()) {
				reject(silent());
			}
		},
	};
}

function silent(): Unavailable {
	return new Unavailable('engine_silent', 'The built-in torrent client does not answer; it is restarted automatically.');
}
