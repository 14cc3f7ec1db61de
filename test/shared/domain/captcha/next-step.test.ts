import test from 'ava';
import {type CheckedPage, firstWatch, nextStep, type Step, type Watch} from '#shared/domain/captcha/next-step.ts';

type Row = [at: number, check: CheckedPage, step: Step];

const open: CheckedPage = {kind: 'none', status: 200};
const shut: CheckedPage = {kind: 'none', status: 403};
const challenge: CheckedPage = {kind: 'edge_challenge', status: 503};
const widget: CheckedPage = {kind: 'edge_widget', status: 403};

const walks = test.macro((t, ...rows: Row[]) => {
	let watch: Watch = firstWatch;
	for (const [at, check, step] of rows) {
		const next = nextStep(watch, check, at);
		t.is(next.step, step, `${at} ms`);
		watch = next.watch;
	}
	return watch;
});

test('a page that is open at the first look is left at once', walks, [0, open, 'leave']);
for (const status of [200, 204, 301, 400, 401, 404, 410, 451]) {
	test(`${status} without marks is an open door`, walks, [0, {kind: 'none', status}, 'leave']);
}
for (const status of [403, 429, 500, 502, 503, 599]) {
	test(
		`${status} without marks may turn out to be a challenge for five seconds`,
		walks,
		[0, {kind: 'none', status}, 'wait'],
		[4999, {kind: 'none', status}, 'wait'],
		[5000, {kind: 'none', status}, 'give_up'],
	);
}
test(
	'a challenge is left to itself for two seconds, then pressed every one and a half',
	walks,
	[0, challenge, 'wait'],
	[1999, challenge, 'wait'],
	[2000, challenge, 'press'],
	[3499, challenge, 'wait'],
	[3500, challenge, 'press'],
	[9000, challenge, 'press'],
);
test(
	'a widget is pressed as soon as it has settled',
	walks,
	[0, widget, 'wait'],
	[399, widget, 'wait'],
	[400, widget, 'press'],
	[1899, widget, 'wait'],
	[1900, widget, 'press'],
);
test(
	'a challenge that is gone must look open for a moment',
	walks,
	[0, challenge, 'wait'],
	[1000, open, 'wait'],
	[1399, open, 'wait'],
	[1400, open, 'leave'],
);
test(
	'a challenge that comes back begins the moment anew',
	walks,
	[0, challenge, 'wait'],
	[1000, open, 'wait'],
	[1300, challenge, 'wait'],
	[1500, open, 'wait'],
	[1899, open, 'wait'],
	[1900, open, 'leave'],
);
test(
	'a page that stays shut behind its challenge is loaded anew twice, then given up',
	walks,
	[0, challenge, 'wait'],
	[1000, shut, 'wait'],
	[2999, shut, 'wait'],
	[3000, shut, 'reload'],
	[3100, shut, 'wait'],
	[5100, shut, 'reload'],
	[5200, shut, 'wait'],
	[7200, shut, 'give_up'],
);
test(
	'a page that opens after a reload is solved',
	walks,
	[0, challenge, 'wait'],
	[1000, shut, 'wait'],
	[3000, shut, 'reload'],
	[3100, open, 'wait'],
	[3500, open, 'leave'],
);
test(
	'a shut page that opens by itself is left only when it has settled',
	walks,
	[0, shut, 'wait'],
	[300, challenge, 'wait'],
	[900, shut, 'wait'],
	[1000, open, 'wait'],
	[1400, open, 'leave'],
);
test(
	'one challenge behind another goes on with the time of the first',
	walks,
	[0, challenge, 'wait'],
	[500, widget, 'wait'],
	[2000, widget, 'press'],
);

test('the watch remembers the latest challenge, also when it is gone', t => {
	const first = nextStep(firstWatch, challenge, 0).watch;
	t.is(nextStep(first, open, 100).watch.kind, 'edge_challenge');
	t.is(nextStep(first, widget, 100).watch.kind, 'edge_widget');
	t.deepEqual(firstWatch, {kind: 'none', openSince: null, shutSince: null, reloads: 0, nextPress: null});
});
