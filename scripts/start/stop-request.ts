import {endWithNpm} from '#shared/start/begin-process.ts';

/** `asked` resolves at the first request to stop; a second one calls `atOnce`. */
export interface StopRequest {
	asked: Promise<string>;
	wasAsked(): boolean;
	atOnce(end: () => void): void;
}

/** npm and the terminal may both forward the same Ctrl-C. */
const sameRequestMs = 300;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for Ctrl-C, SIGTERM, a closed terminal and, under npm, for the end of npm, which npm does not forward. */
export function listenForStop(env: NodeJS.ProcessEnv): StopRequest {
	let end: () => void = () => undefined;
	let since = 0;
	const asked = new Promise<string>(resolve => {
		const request = (reason: string) => {
			if (since === 0) {
				since = Date.now();
				resolve(reason);
			} else if (Date.now() - since > sameRequestMs) {
				end();
			}
		};
		for (const signal of signals) {
			process.on(signal, request);
		}
		endWithNpm(env, () => since === 0 && request('npm has ended'));
	});
	return {
		asked,
		wasAsked: () => since > 0,
		atOnce: act => {
			end = act;
		},
	};
}
