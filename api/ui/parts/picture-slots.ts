/** Pictures that may load at a time: browsers have six connections, and requests for data must find one. */
const maxAtOnce = 3;
/** After so many failures in a row the service cannot deliver pictures for now. */
const maxFailures = 3;
const usualPauseMs = 30_000;
/** A picture that takes longer gives its slot to others; the service itself answers sooner. */
const slotMs = 5_000;
/** A picture that the service was still fetching is there at a later try. */
const maxTries = 3;

interface Taker {
	begin: () => void;
	giveUp: () => void;
}

/**
 * Limits how many pictures load at a time. Those that asked last, which are in view, come first, and among those that
 * asked together the upper ones; those that failed are tried again after a pause, behind all others.
 */
export function createPictureSlots({pauseMs = usualPauseMs} = {}) {
	const waiting: Taker[] = [];
	const active: Map<Taker, ReturnType<typeof setTimeout>> = new Map();
	/** How often each has failed. */
	const failed: Map<Taker, number> = new Map();
	/** Those that are tried again later. */
	const resting: Set<Taker> = new Set();
	/** Those that have just asked, in the order of the page. */
	let fresh: Taker[] = [];
	let failures = 0;
	let isPaused = false;

	function next() {
		while (active.size < maxAtOnce && waiting.length > 0 && !isPaused) {
			const taker = waiting.pop();
			if (taker) {
				active.set(
					taker,
					setTimeout(() => {
						taker.giveUp();
						end(taker, false);
					}, slotMs),
				);
				taker.begin();
			}
		}
	}

	/** The first of those that asked together is the last in the line, which is served first. */
	function begin() {
		waiting.push(...fresh.reverse());
		fresh = [];
		next();
	}

	function rest(taker: Taker) {
		const tries = (failed.get(taker) ?? 0) + 1;
		failed.set(taker, tries);
		if (tries < maxTries) {
			resting.add(taker);
			setTimeout(() => {
				if (resting.delete(taker)) {
					waiting.unshift(taker);
					next();
				}
			}, pauseMs);
		}
	}

	function end(taker: Taker, isLoaded: boolean) {
		if (!active.has(taker)) {
			return;
		}
		clearTimeout(active.get(taker));
		active.delete(taker);
		if (isLoaded) {
			failed.delete(taker);
		} else {
			rest(taker);
		}
		failures = isLoaded ? 0 : failures + 1;
		if (failures >= maxFailures) {
			failures = 0;
			isPaused = true;
			setTimeout(() => {
				isPaused = false;
				next();
			}, pauseMs);
		}
		next();
	}

	return {
		ask(taker: Taker) {
			fresh.push(taker);
			queueMicrotask(begin); // after all of a wall have asked
		},
		end,
		/** It is not in view any more. */
		leave(taker: Taker) {
			fresh = fresh.filter(each => each !== taker);
			const index = waiting.indexOf(taker);
			if (index >= 0) {
				waiting.splice(index, 1);
			}
			clearTimeout(active.get(taker));
			active.delete(taker);
			resting.delete(taker);
			failed.delete(taker);
			next();
		},
	};
}
