import {minuteMs} from '#shared/domain/durations.ts';
import type {Teller} from '../../teller/console.ts';

/** Prints a line a minute; returns a function that ends this. */
export function everyMinute(tell: Teller, line: () => string): () => void {
	const timer = setInterval(() => tell.step(line()), minuteMs);
	return () => clearInterval(timer);
}
