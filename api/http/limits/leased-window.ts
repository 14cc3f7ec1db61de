import type {SlidingWindow, WindowHits} from './sliding-window.ts';

/** Hits of one caller that this process may accept by itself and reports to Redis afterwards. */
interface Lease extends WindowHits {
	left: number;
	served: number;
}

/**
 * A lease is at most this fraction of what is left in the window: a second process can accept that many too many if it
 * uses its lease last.
 */
const part = 20;
const mostLeased = 50;
/** Milliseconds until hits accepted under a lease are reported to the other processes. */
const tellMs = 250;

/**
 * A sliding window that reserves several hits at a time in Redis while the caller is far from the limit. Near the limit
 * it asks for every hit.
 */
export function createLeasedWindow(window: SlidingWindow, limit: number): Pick<SlidingWindow, 'hit'> {
	const leases = new Map<string, Lease>();

	function keep(key: string, found: WindowHits): void {
		const known = leases.get(key);
		const left = Math.max(0, Math.min(mostLeased, Math.floor((limit - found.hits) / part)));
		leases.set(key, {...found, left, served: known?.served ?? 0});
		if (!known) {
			setTimeout(end, tellMs, key).unref();
		}
	}

	function end(key: string): void {
		const served = leases.get(key)?.served ?? 0;
		leases.delete(key);
		if (served > 0) {
			// While Redis is down there is no limit.
			window.record(key, served).catch(() => {});
		}
	}

	return {
		async hit(key) {
			const lease = leases.get(key);
			if (lease && lease.left > 0) {
				lease.left -= 1;
				lease.served += 1;
				lease.hits += 1;
				return {hits: lease.hits, freeInMs: lease.freeInMs};
			}
			const served = lease?.served ?? 0;
			if (lease) {
				lease.served = 0;
			}
			const found = await window.hit(key, served);
			keep(key, found);
			return found;
		},
	};
}
