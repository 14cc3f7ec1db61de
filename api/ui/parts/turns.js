/** Pictures that may be on their way at a time: browsers have six connections, and requests for data must find one. */
const mostAtOnce = 3;
/** After so many failures in a row the service has no pictures to give just now. */
const mostFailures = 3;
const restMs = 30_000;
/** A picture that takes longer gives its place to others. */
const turnMs = 8_000;

/** @typedef {{begin: () => void, giveUp: () => void}} Taker */
/** @typedef {ReturnType<typeof createTurns>} Turns */

/** Gives pictures their turns; those asked for last, which are in view, come first. */
export function createTurns() {
	/** @type {Taker[]} */
	const waiting = [];
	/** @type {Map<Taker, number>} */
	const active = new Map();
	let failures = 0;
	let restsUntil = 0;

	function next() {
		while (active.size < mostAtOnce && waiting.length > 0 && Date.now() >= restsUntil) {
			const taker = waiting.pop();
			if (taker) {
				active.set(
					taker,
					setTimeout(() => {
						taker.giveUp();
						end(taker, false);
					}, turnMs),
				);
				taker.begin();
			}
		}
	}

	/** @param {Taker} taker @param {boolean} isLoaded */
	function end(taker, isLoaded) {
		if (!active.has(taker)) {
			return;
		}
		clearTimeout(active.get(taker));
		active.delete(taker);
		failures = isLoaded ? 0 : failures + 1;
		if (failures >= mostFailures) {
			failures = 0;
			restsUntil = Date.now() + restMs;
			setTimeout(next, restMs);
		}
		next();
	}

	return {
		/** @param {Taker} taker */
		ask(taker) {
			waiting.push(taker);
			queueMicrotask(next); // after all of a wall have asked
		},
		end,
		/** It is not in view any more. @param {Taker} taker */
		leave(taker) {
			const place = waiting.indexOf(taker);
			if (place >= 0) {
				waiting.splice(place, 1);
			}
			clearTimeout(active.get(taker));
			active.delete(taker);
			next();
		},
	};
}
