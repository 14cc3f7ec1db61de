import {Session} from 'node:inspector/promises';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = /^(?:api|workers|shared|config)\//;

/** The own files of which a function was called while `work` ran: what somebody reads who follows it. */
export async function calledFiles(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});
		await session.post('Profiler.takePreciseCoverage');
		await work();
		const {result} = await session.post('Profiler.takePreciseCoverage');
		const called = result.filter(({url, functions}) => url.startsWith('file:') && functions.some(isCalled));
		const paths = called.map(({url}) => fileURLToPath(url)).filter(path => path.startsWith(root));
		return paths
			.map(path => path.slice(root.length))
			.filter(path => folders.test(path))
			.sort();
	} finally {
		session.disconnect();
	}
}

/** A file that is loaded runs its outermost function, which has no name. */
function isCalled({functionName, ranges}: {functionName: string; ranges: {startOffset: number; count: number}[]}): boolean {
	return ranges.some(({count, startOffset}) => count > 0 && (functionName !== '' || startOffset > 0));
}
