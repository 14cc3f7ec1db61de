import type {Teller} from '#scripts/teller/console.ts';
import {minuteMs} from '#shared/domain/durations.ts';

/** Prints a line a minute; returns a function that ends this. */
export function everyMinute(tell: Teller, line: () => string): () => void {
	const timer = setInterval(() => tell.step(line()), minuteMs);
	return () => clearInterval(timer);
}
