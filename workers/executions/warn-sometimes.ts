import type {Log} from '#shared/log.ts';

/** While MongoDB or Redis is away, what fails every few seconds is logged once a minute. */
const pauseMs = 60_000;

/** Returns what logs a failure, unless it did so a moment ago. */
export function warnSometimes(log: Log, message: string): (error: unknown) => void {
	let toldAt = Number.NEGATIVE_INFINITY;
	return err => {
		if (performance.now() - toldAt > pauseMs) {
			toldAt = performance.now();
			log.warn({err}, message);
		}
	};
}
