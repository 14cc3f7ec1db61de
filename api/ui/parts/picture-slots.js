/** Pictures that may load at a time: browsers have six connections, and requests for data must find one. */
const maxAtOnce = 3;
/** After so many failures in a row the service cannot deliver pictures for now. */
const maxFailures = 3;
const pauseMs = 30_000;
/** A picture that takes longer gives its slot to others. */
const slotMs = 8_000;

/** @typedef {{begin: () => void, giveUp: () => void}} Taker */
/** @typedef {ReturnType<typeof createPictureSlots>} PictureSlots */

/** Limits how many pictures load at a time. Those requested last, which are in view, come first. */
export function createPictureSlots() {
	/** @type {Taker[]} */
	const waiting = [];
	/** @type {Map<Taker, number>} */
	const active = new Map();
	let failures = 0;
	let pausedUntil = 0;

	function next() {
		while (active.size < maxAtOnce && waiting.length > 0 && Date.now() >= pausedUntil) {
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

	/** @param {Taker} taker @param {boolean} isLoaded */
	function end(taker, isLoaded) {
		if (!active.has(taker)) {
			return;
		}
		clearTimeout(active.get(taker));
		active.delete(taker);
		failures = isLoaded ? 0 : failures + 1;
		if (failures >= maxFailures) {
			failures = 0;
			pausedUntil = Date.now() + pauseMs;
			setTimeout(next, pauseMs);
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
			const index = waiting.indexOf(taker);
			if (index >= 0) {
				waiting.splice(index, 1);
			}
			clearTimeout(active.get(taker));
			active.delete(taker);
			next();
		},
	};
}
