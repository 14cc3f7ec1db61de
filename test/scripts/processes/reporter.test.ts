import test from 'ava';
import {createReporter} from '#scripts/processes/reporter.ts';
import {readableLine} from '#scripts/start/forward-lines.ts';

function screen(isTTY: boolean) {
	const written: string[] = [];
	const clock = {ms: 0};
	const reporter = createReporter({write: text => written.push(text), isTTY}, () => clock.ms);
	return {written, clock, reporter};
}

test('a step is one line with the seconds since the start', t => {
	const {written, clock, reporter} = screen(false);
	clock.ms = 1_234;
	reporter.step('MongoDB is ready');
	t.deepEqual(written, ['   1.2 s  MongoDB is ready\n']);
});

test('on a terminal progress is written over', t => {
	const {written, reporter} = screen(true);
	reporter.progress('1 of 42 MB');
	reporter.progress('2 of 42 MB');
	reporter.step('fetched');
	t.true(written.every(text => text.startsWith('\r')));
	t.is(written.filter(text => text.endsWith('\n')).length, 1);
});

test('in a file progress is a line every five seconds', t => {
	const {written, clock, reporter} = screen(false);
	for (const ms of [0, 1_000, 4_999, 5_000, 9_000]) {
		clock.ms = ms;
		reporter.progress('some');
	}
	t.is(written.length, 2);
});

const shows = test.macro({
	exec: (t, line: string, shown: string | null) => {
		t.is(readableLine(line), shown);
	},
	title: (_given, line, shown) => `of a child's line ${line || '(empty)'} we show ${shown ?? 'nothing'}`,
});

test(shows, '', null);
test(shows, 'Listening', 'Listening');
test(shows, '{"level":30,"msg":"GET /api/movies"}', null);
test(shows, '{"level":"info","msg":"GET /api/movies"}', null);
test(shows, '{"level":40,"msg":"the disk is nearly full"}', 'the disk is nearly full');
test(shows, '{"level":"error","msg":"import failed","err":{"message":"no space left"}}', 'import failed: no space left');
test(shows, '{"level":50,"err":{"message":"boom"}}', 'boom');
test(
	shows,
	'{"level":40,"msg":"GET /api/queue 503: Redis is away","err":{"message":"Redis is away"}}',
	'GET /api/queue 503: Redis is away',
);
test(shows, '{"level":40,"time":"2026-11-23T14:03:22.123Z","msg":"the disk is full"}', '2026-11-23T14:03:22Z the disk is full');
test(shows, '{"no": "log record"}', '{"no": "log record"}');
test(shows, '{broken', '{broken');
