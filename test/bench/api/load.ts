import autocannon from 'autocannon';

export interface Load {
	requestsPerSecond: number;
	/** Milliseconds. */
	p99: number;
	/** Replies without a success status; a single one fails the row. */
	failures: number;
}

const connections = 10;

/** Requests these paths in turn over ten connections. */
export async function load(
	url: string,
	paths: readonly string[],
	{seconds, headers}: {seconds: number; headers: Record<string, string>},
): Promise<Load> {
	const result = await autocannon({url, connections, duration: seconds, headers, requests: paths.map(path => ({path}))});
	return {
		requestsPerSecond: result.requests.total / result.duration,
		p99: result.latency.p99,
		failures: result.non2xx + result.errors + result.timeouts,
	};
}
