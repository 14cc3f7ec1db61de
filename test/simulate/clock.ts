/** The simulated time. It only goes forward. */
export interface Clock {
	now(): Date;
	/** Milliseconds. */
	at(): number;
	/** To this moment, unless it is over already. */
	reach(at: number): void;
	pass(ms: number): void;
}

/** `onMove` is told each new time, before anybody acts at it. */
export function createClock(start: number, onMove: (at: number) => void = () => {}): Clock {
	let at = start;
	const reach = (to: number) => {
		if (to > at) {
			at = to;
			onMove(at);
		}
	};
	return {now: () => new Date(at), at: () => at, reach, pass: ms => reach(at + ms)};
}

/** A moment for people. */
export const when = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;
