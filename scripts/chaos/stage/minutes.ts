import type {Teller} from '../../teller/console.ts';

const minuteMs = 60_000;

/** Prints a line a minute; returns a function that ends this. */
export function everyMinute(tell: Teller, line: () => string): () => void {
	const timer = setInterval(() => tell.step(line()), minuteMs);
	return () => clearInterval(timer);
}
