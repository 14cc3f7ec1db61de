const parentCheckMs = 1000;

/** npm does not forward every signal, so a program that it runs looks whether npm is still there. */
export function endWithNpm(env: NodeJS.ProcessEnv, act: () => void): void {
	if (!env['npm_lifecycle_event']) {
		return;
	}
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid !== parent) {
			clearInterval(timer);
			act();
		}
	}, parentCheckMs);
	timer.unref();
}
