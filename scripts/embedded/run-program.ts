import {spawn} from 'node:child_process';

export interface ProgramResult {
	/** Exit code 0. */
	ok: boolean;
	/** The last 16 KiB of standard output and error together. */
	output: string;
}

interface ProgramOptions {
	timeoutMs: number;
	env?: NodeJS.ProcessEnv;
	/** Ends the program. */
	signal?: AbortSignal | undefined;
}

const outputLimit = 16 * 1024;

/** Runs a program to its end. A missing program, a signal and a timeout are reported in `output`; it never throws. */
export function runProgram(
	program: string,
	args: readonly string[],
	{timeoutMs, env = process.env, signal}: ProgramOptions,
): Promise<ProgramResult> {
	return new Promise(resolve => {
		let output = '';
		const child = spawn(program, args, {
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
			timeout: timeoutMs,
			killSignal: 'SIGKILL',
			...(signal && {signal}),
		});
		const collect = (chunk: string) => {
			output = (output + chunk).slice(-outputLimit);
		};
		child.stdout.setEncoding('utf8').on('data', collect);
		child.stderr.setEncoding('utf8').on('data', collect);
		child.once('error', error => resolve({ok: false, output: error.message}));
		child.once('close', (code, signal) => {
			const ending = signal === null ? '' : `\n${program} was killed by ${signal}`;
			resolve({ok: code === 0, output: `${output}${ending}`.trim()});
		});
	});
}
