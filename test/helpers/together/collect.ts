import test, {type ExecutionContext} from 'ava';

type Implementation = (t: ExecutionContext, ...args: unknown[]) => unknown;

interface Macro {
	exec: Implementation;
	title?: (given: string | undefined, ...args: unknown[]) => string | undefined;
}

/** A test as its file declared it. */
export interface Declared {
	title: string;
	skipped: boolean;
	run(t: ExecutionContext): unknown;
}

export type Collector = ReturnType<typeof createCollector>;

/** Replaces AVA's `test` in a file and records what it declares, so that one worker thread can run many files. */
export function createCollector(declared: Declared[]) {
	const declare =
		(skipped: boolean) =>
		(...given: unknown[]) => {
			const title = typeof given[0] === 'string' ? given.shift() : undefined;
			const [what, ...args] = given as [Implementation | Macro, ...unknown[]]; // AVA's types have checked the call
			const macro = typeof what === 'function' ? {exec: what} : what;
			declared.push({title: titleOf(macro, title as string | undefined, args), skipped, run: t => macro.exec(t, ...args)});
		};
	const collected = Object.assign(declare(false), {skip: declare(true), macro: test.macro});
	return new Proxy(collected, {
		get(target, name) {
			if (!(name in target)) {
				throw new Error(`test.${String(name)} needs a process of its own: add the file to those that run alone.`);
			}
			return target[name as keyof typeof target];
		},
	});
}

function titleOf({title}: Macro, given: string | undefined, args: readonly unknown[]): string {
	const told = title ? title(given, ...args) : given;
	if (!told) {
		throw new Error('A test needs a title.');
	}
	return told;
}
