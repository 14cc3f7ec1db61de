import {printable} from '#shared/log/printable.ts';

/** Where a start reports its progress: `step` prints a lasting line, `progress` a line that the next one replaces. */
export interface Reporter {
	step(text: string): void;
	progress(text: string): void;
}

interface Terminal {
	write(text: string): unknown;
	isTTY?: boolean;
}

/** A log file keeps every line, so progress is written there at most this often while nothing else is reported. */
const progressPauseMs = 5_000;
const clearLine = '\r\u001B[2K';

/** Writes one readable line per step, with the seconds since creation according to `now()`. */
export function createReporter(terminal: Terminal, now: () => number = () => performance.now(), pauseMs = progressPauseMs): Reporter {
	const begin = now();
	let pending = false;
	let lastProgress = Number.NEGATIVE_INFINITY;
	const line = (text: string) => `${((now() - begin) / 1000).toFixed(1).padStart(6)} s  ${text.split('\n').map(printable).join('\n')}`;
	return {
		step(text) {
			terminal.write(`${pending ? clearLine : ''}${line(text)}\n`);
			pending = false;
		},
		progress(text) {
			if (terminal.isTTY) {
				terminal.write(`${clearLine}${line(text)}`);
				pending = true;
				return;
			}
			if (now() - lastProgress < pauseMs) {
				return;
			}
			lastProgress = now();
			terminal.write(`${line(text)}\n`);
		},
	};
}
