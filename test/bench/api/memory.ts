import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

const run = promisify(execFile);
const everyMs = 500;

/** Samples the resident memory of a process. `stop` returns the highest value, in MiB. */
export function watchMemory(pid: number): {stop(): number} {
	let max = 0;
	const timer = setInterval(() => {
		void run('ps', ['-o', 'rss=', '-p', String(pid)]).then(
			({stdout}) => {
				max = Math.max(max, Math.ceil(Number(stdout) / 1024));
			},
			() => {},
		);
	}, everyMs);
	return {
		stop() {
			clearInterval(timer);
			return max;
		},
	};
}
