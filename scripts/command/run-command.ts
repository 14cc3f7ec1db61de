import {loadConfig, readEnvironment, WrongConfiguration} from '#config/index.ts';
import {isExpected} from '#shared/errors.ts';
import {toUnavailable} from '#shared/server-outage.ts';
import {leaveHungThreads} from '#shared/start/begin-process.ts';
import {toDiskFailure} from '#workers/integrations/files/disk-failure.ts';

/** Runs a command with the environment and `.env`. A failure is printed in one line, with its remedy. */
export async function runCommand(main: (env: NodeJS.ProcessEnv) => Promise<void>): Promise<void> {
	try {
		const {env, wrongValues} = readEnvironment();
		if (wrongValues.length > 0) {
			// Throws, with what is wrong besides.
			loadConfig(env, wrongValues);
		}
		await main(env);
	} catch (error) {
		console.error(wordsFor(error));
		// Pending requests would keep the process alive for half a minute.
		leaveHungThreads();
		process.exit(1);
	}
}

/** One line about an expected failure; any other error unchanged, with its stack. */
export function wordsFor(error: unknown): unknown {
	const {path} = error as NodeJS.ErrnoException;
	// A failed write does not say where.
	const failure = toUnavailable(error) ?? toDiskFailure(error, path ?? 'the folder that is written to');
	return isExpected(failure) || failure instanceof WrongConfiguration ? failure.message : error;
}
