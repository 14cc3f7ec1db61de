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

test('nothing that a child says reaches the terminal as a command or as a line of its own', t => {
	const reporter = listeningReporter();
	const output = new PassThrough();
	forwardLines([output], {name: 'worker', reporter});
	const message = 'The title \u001b]0;owned\u0007 \u009b2J\n 12.0 s  Kinoteka is ready';
	output.write(`${JSON.stringify({level: 50, msg: message, err: {message: 'a\u001b[1A'}})}\nplain \u001b[2K\r text\n`);
	output.read();
	t.deepEqual(reporter.steps, [
		'worker | The title \\u001b]0;owned\\u0007 \\u009b2J\\u000a 12.0 s  Kinoteka is ready: a\\u001b[1A',
		'worker | plain \\u001b[2K\\u000d text',
	]);
});
