import {createHash, timingSafeEqual} from 'node:crypto';
import {collectDefaultMetrics, Registry} from 'prom-client';

/** The figures of one process in Prometheus' text format: its memory, its event loop, its processor time. */
export interface ProcessMetrics {
	/** For the metrics of its owner. */
	registry: Registry;
	render(): Promise<{type: string; text: string}>;
}

export function createProcessMetrics(): ProcessMetrics {
	const registry = new Registry();
	let isCollecting = false;
	return {
		registry,
		async render() {
			// They wake the process a hundred times a second, so they are collected only once somebody asks.
			if (!isCollecting) {
				isCollecting = true;
				collectDefaultMetrics({register: registry, prefix: 'kinoteka_'});
			}
			return {type: registry.contentType, text: await registry.metrics()};
		},
	};
}

/** Does the header `Authorization` name this METRICS_TOKEN? Null is no token at all. */
export function isScraper(authorization: string | undefined, token: string | null): boolean {
	// Digests, so that the duration does not reveal where two texts differ.
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return token !== null && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
