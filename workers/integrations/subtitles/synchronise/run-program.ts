import {spawn} from 'node:child_process';
import {once} from 'node:events';

interface Outcome {
	/** Null when a signal ended it. */
	code: number | null;
	/** The end of what it wrote to its error output. */
	said: string;
}

/** All that it sees of our environment, which has our keys. */
const variables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];
/** Characters of the program's words that are kept. */
const keptLetters = 500;

/**
 * Runs a program without a shell and ends it, with all that it started, when the signal says so. Throws the system's
 * error when it cannot be started.
 */
export async function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
	signal.throwIfAborted();
	const env = Object.fromEntries(variables.map(name => [name, process.env[name]]).filter(([, value]) => value !== undefined));
	// Its own process group can be killed as a whole.
	const child = spawn(program, args, {shell: false, detached: true, env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true});
	let said = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		said = (said + text).slice(-keptLetters);
	});
	const end = () => {
		try {
			process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
		} catch {
			child.kill('SIGKILL');
		}
	};
	signal.addEventListener('abort', end, {once: true});
	try {
		const [code] = (await once(child, 'close')) as [number | null];
		return {code, said: said.trim()};
	} finally {
		signal.removeEventListener('abort', end);
	}
}
