/**
 * Lets the tests of one file run at a time, some of them concurrently. The next file begins when all tests of the
 * previous one have ended.
 */
export interface Turns {
	/** Call once for each test, before any of them runs. */
	expect(file: string): void;
	/** Resolves when a test of this file may run. */
	begin(file: string): Promise<void>;
	/** Call when a test of this file has ended, including its cleanup. */
	end(file: string): void;
}

interface Turn {
	left: number;
	running: number;
	waiting: (() => void)[];
}

/** Files take turns in the order in which their first tests were expected; up to `places` tests run at once. */
export function createTurns(places: number): Turns {
	const turns = new Map<string, Turn>();
	const turnOf = (file: string) => {
		const turn = turns.get(file);
		if (!turn) {
			throw new Error(`No test of ${file} was expected.`);
		}
		return turn;
	};
	const letIn = () => {
		const current = [...turns.values()].find(({left}) => left > 0);
		while (current && current.running < places && current.waiting.length > 0) {
			current.running += 1;
			current.waiting.shift()?.();
		}
	};
	return {
		expect(file) {
			const turn = turns.get(file) ?? {left: 0, running: 0, waiting: []};
			turn.left += 1;
			turns.set(file, turn);
		},
		begin(file) {
			const {promise, resolve} = Promise.withResolvers<void>();
			turnOf(file).waiting.push(resolve);
			letIn();
			return promise;
		},
		end(file) {
			const turn = turnOf(file);
			turn.left -= 1;
			turn.running -= 1;
			letIn();
		},
	};
}
