import {PassThrough} from 'node:stream';
import test from 'ava';
import {forwardLines} from '#scripts/start/forward-lines.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';

test('what a child said just before its end explains it, and what it said long before does not', t => {
	const time = {now: 0};
	const output = new PassThrough();
	const reporter = listeningReporter();
	const lastWords = forwardLines([output], {name: 'worker', reporter, now: () => time.now});
	output.write('{"level":50,"msg":"the provider refuses the key"}\n');
	output.read();
	t.is(lastWords(), 'the provider refuses the key');
	time.now += 60_000;
	t.is(lastWords(), '');
	output.write('out of memory\n');
	output.read();
	t.is(lastWords(), 'out of memory');
	t.deepEqual(reporter.steps, ['worker | the provider refuses the key', 'worker | out of memory']);
});
