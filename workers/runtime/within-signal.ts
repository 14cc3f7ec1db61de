/**
 * Milliseconds that a run has to end after its signal has aborted. Longer waits are for a disk or a server that hangs.
 */
export const graceMs = 4_000;

/**
 * The result of `work`. When the signal aborts and `work` has not ended soon after, rejects with the signal's reason
 * and leaves `work` to itself, so that nothing that hangs can hold a slot.
 */
export function withinSignal<T>(work: Promise<T>, signal: AbortSignal, onAbandoned: () => void): Promise<T> {
	const {promise, resolve, reject} = Promise.withResolvers<T>();
	let timer: NodeJS.Timeout | undefined;
	const begin = () => {
		timer = setTimeout(() => {
			onAbandoned();
			reject(signal.reason);
		}, graceMs);
	};
	if (signal.aborted) {
		begin();
	}
	signal.addEventListener('abort', begin, {once: true});
	work.then(resolve, reject).finally(() => {
		clearTimeout(timer);
		signal.removeEventListener('abort', begin);
	});
	return promise;
}
