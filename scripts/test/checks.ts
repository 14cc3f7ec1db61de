import {spawn} from 'node:child_process';
import {constants, setPriority} from 'node:os';
import {text} from 'node:stream/consumers';

/** Scripts of package.json. */
const names = ['lint', 'unused', 'types'] as const;
type Name = (typeof names)[number];

/**
 * The compiler is written in Go, whose garbage collector takes a fifth of its time unless it may use
 * more memory. More than one checker checks what they share once each, which only helps with idle processors.
 */
const compiler = {GOGC: '400', GOMEMLIMIT: '3GiB'};

export interface Check {
	name: string;
	passed: boolean;
	output: string;
}

/**
 * Runs the linter, the search for unused code and the type checker beside the tests, which leave a processor idle
 * while they wait. What they print is collected, so that it does not mix with the lines of the tests.
 */
export function runChecks(folder: string, without: readonly Name[], signal: AbortSignal): Promise<Check[]> {
	return Promise.all(names.filter(name => !without.includes(name)).map(name => runCheck(name, folder, signal)));
}

async function runCheck(name: string, cwd: string, signal: AbortSignal): Promise<Check> {
	const child = spawn(`npm run --silent ${name} 2>&1`, {
		cwd,
		env: {...compiler, ...process.env},
		shell: true,
		signal,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	if (child.pid !== undefined) {
		// Tests that measure time go first.
		setPriority(child.pid, constants.priority.PRIORITY_LOW);
	}
	const ended = new Promise<boolean>(resolve => {
		child.once('error', () => resolve(false)); // stopped, or no shell
		child.once('close', code => resolve(code === 0));
	});
	const [output, passed] = await Promise.all([text(child.stdout), ended]);
	return {name, passed, output};
}

/** What to print of them after the tests. */
export function describeChecks(checks: readonly Check[]): string {
	return checks.map(({name, passed, output}) => (passed ? `${name} passed` : `${output.trimEnd()}\n${name} failed`)).join('\n');
}
