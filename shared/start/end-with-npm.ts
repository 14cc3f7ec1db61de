import {every} from '../coordination/wait.ts';

const parentCheckMs = 1000;

/** npm does not forward every signal, so a program that it runs looks whether npm is still there. */
export function endWithNpm(env: NodeJS.ProcessEnv, act: () => void): void {
	if (!env['npm_lifecycle_event']) {
		return;
	}
	const parent = process.ppid;
	const end = every(parentCheckMs, () => {
		if (process.ppid !== parent) {
			end();
			act();
		}
	});
}
