/**
 * Milliseconds that this thread computes until `work` ends. Unlike the time that passes, they are about the same on a
 * busy machine. While `work` waits, other tests of the file count too.
 */
export async function processorMs(work: () => unknown): Promise<number> {
	const before = process.threadCpuUsage();
	await work();
	const {user, system} = process.threadCpuUsage(before);
	return (user + system) / 1000;
}

/** The same for work that does not wait, so that nothing else counts. */
export function processorMsOf(work: () => void): number {
	const before = process.threadCpuUsage();
	work();
	const {user, system} = process.threadCpuUsage(before);
	return (user + system) / 1000;
}
