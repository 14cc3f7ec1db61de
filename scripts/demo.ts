import {isExpected} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {makeScratchFolder, runDemo} from './demo/run-demo.ts';
import {createReporter} from './processes/reporter.ts';
import {listenForStop} from './start/stop-request.ts';

const {values} = readCommandLine({
	usage: 'npm run demo [-- --once]',
	about:
		'Shows the whole service with a made-up film, made-up sites and servers of its own in a folder that is thrown away.\n  --once  stops once the film is imported, instead of leaving the service running',
	options: {once: {type: 'boolean', default: false}},
});

/** A person watches a demo, so its progress is printed every second even if lines cannot be replaced. */
const progressPauseMs = 1_000;

async function main(): Promise<number> {
	const {env} = process;
	const reporter = createReporter(process.stdout, undefined, progressPauseMs);
	const path = await runDemo({folder: makeScratchFolder(), once: values.once, env, reporter, stop: listenForStop(env)});
	if (path !== null) {
		console.log(path);
	}
	return 0;
}

// A closed terminal must not keep us from shutting down properly.
process.stdout.on('error', () => undefined);
try {
	process.exit(await main());
} catch (error) {
	console.error(isExpected(error) || error instanceof Error ? `\nThe demo failed: ${error.message}` : error);
	process.exit(1);
}
