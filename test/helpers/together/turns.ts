/** Lets the tests of one file run at a time: those of the next one begin when all of the file before have ended. */
export interface Turns {
	/** Call once for each test, before any of them runs. */
	expect(file: string): void;
	/** Resolves when the tests of this file may run. */
	begin(file: string): Promise<void>;
	/** Call when a test of this file has ended, with all that it cleans up. */
	end(file: string): void;
}

interface Turn {
	left: number;
	promise: Promise<void>;
	resolve(): void;
}

/** The files take their turns in the order in which their first tests were expected. */
export function createTurns(): Turns {
	const turns = new Map<string, Turn>();
	const order: Turn[] = [];
	const turnOf = (file: string) => {
		const turn = turns.get(file);
		if (!turn) {
			throw new Error(`No test of ${file} was expected.`);
		}
		return turn;
	};
	return {
		expect(file) {
			const known = turns.get(file);
			if (known) {
				known.left += 1;
				return;
			}
			const turn = {left: 1, ...Promise.withResolvers<void>()};
			turns.set(file, turn);
			order.push(turn);
			order[0]?.resolve();
		},
		begin: file => turnOf(file).promise,
		end(file) {
			turnOf(file).left -= 1;
			order.find(({left}) => left > 0)?.resolve();
		},
	};
}
