import {isExpected} from '#shared/errors.ts';
import {makeScratchFolder, runDemo} from './demo/run-demo.ts';
import {createReporter} from './processes/reporter.ts';
import {listenForStop} from './start/stop-request.ts';

const usage = 'npm run demo [-- --once]   --once: stop once the film is imported, instead of leaving the service running';

/** A person watches a demo, so its progress is printed every second even if lines cannot be replaced. */
const progressPauseMs = 1_000;

async function main(args: readonly string[]): Promise<number> {
	if (args.some(argument => argument !== '--once')) {
		console.error(usage);
		return 2;
	}
	const {env} = process;
	const reporter = createReporter(process.stdout, undefined, progressPauseMs);
	const path = await runDemo({folder: makeScratchFolder(), once: args.includes('--once'), env, reporter, stop: listenForStop(env)});
	if (path !== null) {
		console.log(path);
	}
	return 0;
}

// A closed terminal must not keep us from shutting down properly.
process.stdout.on('error', () => undefined);
try {
	process.exit(await main(process.argv.slice(2)));
} catch (error) {
	console.error(isExpected(error) || error instanceof Error ? `\nThe demo failed: ${error.message}` : error);
	process.exit(1);
}
