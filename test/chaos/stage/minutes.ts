import type {Reporter} from '#scripts/processes/reporter.ts';
import {minuteMs} from '#shared/domain/durations.ts';

/** Prints a line a minute; returns a function that ends this. */
export function everyMinute(reporter: Reporter, line: () => string): () => void {
	const timer = setInterval(() => reporter.step(line()), minuteMs);
	return () => clearInterval(timer);
}
