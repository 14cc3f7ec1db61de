/** Lets the tests of a lane run in the order of their files, so many at a time. */
export interface Turns {
	/** Call once for each test, before any of them runs. */
	expect(file: string): void;
	/** Resolves when a test of this file may run. */
	begin(file: string): Promise<void>;
	/** Call when a test has ended, including its cleanup. */
	end(): void;
}

/**
 * Files begin in the order in which their first tests were expected; up to `slots` tests run at once. A slot that the
 * last tests of a file leave free is taken by the next file.
 */
export function createTurns(slots: number): Turns {
	const waiting = new Map<string, (() => void)[]>();
	let running = 0;
	const ofFile = (file: string) => {
		const found = waiting.get(file);
		if (!found) {
			throw new Error(`No test of ${file} was expected.`);
		}
		return found;
	};
	const letIn = () => {
		for (const tests of waiting.values()) {
			while (running < slots && tests.length > 0) {
				running += 1;
				tests.shift()?.();
			}
		}
	};
	return {
		expect: file => void waiting.set(file, waiting.get(file) ?? []),
		begin(file) {
			const {promise, resolve} = Promise.withResolvers<void>();
			ofFile(file).push(resolve);
			letIn();
			return promise;
		},
		end() {
			running -= 1;
			letIn();
		},
	};
}
