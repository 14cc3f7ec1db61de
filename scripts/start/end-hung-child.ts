import type {ChildProcess} from 'node:child_process';

interface HungOptions {
	/** Milliseconds without a sign of life. Longer than anything that we do without a break. */
	limitMs?: number;
	onHung(): void;
}

const usualLimitMs = 60_000;
const looks = 6;

/**
 * Calls `onHung` when a child that has sent `{alive: true}` sends it no more. Our own looks are counted instead of the
 * time, because a machine that slept has not waited.
 */
export function endHungChild(child: ChildProcess, {limitMs = usualLimitMs, onHung}: HungOptions): void {
	let silent = 0;
	let timer: NodeJS.Timeout | undefined;
	const look = () => {
		silent += 1;
		if (silent > looks) {
			clearInterval(timer);
			onHung();
		}
	};
	child.on('message', message => {
		if ((message as {alive?: unknown}).alive === true) {
			silent = 0;
			timer ??= setInterval(look, limitMs / looks).unref();
		}
	});
	child.once('exit', () => clearInterval(timer));
}
