declare module 'autocannon' {
	interface Options {
		url: string;
		connections: number;
		duration: number;
		headers: Record<string, string>;
		requests: {path: string}[];
	}
	interface Result {
		requests: {total: number};
		/** Milliseconds. */
		latency: {p99: number};
		/** Seconds. */
		duration: number;
		non2xx: number;
		errors: number;
		timeouts: number;
	}
	/** Only the parts that the bench uses; the package has no types. */
	const autocannon: (options: Options) => Promise<Result>;
	export = autocannon;
}
