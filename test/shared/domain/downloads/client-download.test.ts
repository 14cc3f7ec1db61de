import test from 'ava';
import {
	applyClientRow,
	type ClientRow,
	isJobOf,
	isVisibleChange,
	jobName,
	passwordIn,
	withoutJobKey,
	withPassword,
} from '#shared/domain/downloads/client-download.ts';
import {newTransfer} from '#shared/domain/downloads/queue-item.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const now = new Date('2026-01-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(Number(now) - minutes * 60_000);

const transfer = {
	...newTransfer(buildItem({}).release, 'd', minutesAgo(9)),
	...{size: 1000, sizeLeft: 600, outputPath: '/downloads/x', progressAt: minutesAgo(1)},
};
const item = {id: 'item', state: 'downloading', status: 'downloading', health: 'ok', errorMessage: null, transfer} as const;
const standing = (minutes: number) => ({...item, transfer: {...transfer, progressAt: minutesAgo(minutes)}});
const row: ClientRow = {
	status: 'downloading',
	size: 1000,
	sizeLeft: 600,
	secondsLeft: null,
	outputPath: '/downloads/x',
	message: null,
	seeders: null,
	leechers: null,
	removable: false,
};
const never = {stalledMinutes: 0, now};

test('a row that says nothing new changes nothing', t => {
	t.deepEqual(applyClientRow(item, row, never), {change: null, next: 'none'});
});

test('progress is taken over and noted', t => {
	const {change, next} = applyClientRow(item, {...row, sizeLeft: 300, seeders: 4}, never);
	t.deepEqual(change, {transfer: {sizeLeft: 300, seeders: 4, progressAt: now}});
	t.is(next, 'none');
});

test('in its first minute, a download tells no estimate of hours', t => {
	const of = (startedMinutesAgo: number, secondsLeft: number) => {
		const started = minutesAgo(startedMinutesAgo);
		return applyClientRow({...item, transfer: {...transfer, started, secondsLeft: 60}}, {...row, secondsLeft}, never).change?.transfer;
	};
	t.like(of(0.9, 76 * 3600), {secondsLeft: null});
	t.like(of(0.9, 3600), {secondsLeft: 3600});
	t.like(of(1, 76 * 3600), {secondsLeft: 76 * 3600});
});

test('a magnet link without metadata keeps the size that the indexer told', t => {
	const {change} = applyClientRow(item, {...row, status: 'queued', size: 0, sizeLeft: 0}, never);
	t.deepEqual(change, {status: 'queued', transfer: {waitsSince: now, progressAt: minutesAgo(1)}});
});

test('a finished download is complete, also when a tracker complains while it seeds', t => {
	t.is(applyClientRow(item, {...row, status: 'completed', sizeLeft: 0}, never).next, 'complete');
	t.is(
		applyClientRow(item, {...row, status: 'warning', fault: 'tracker', sizeLeft: 0, message: 'Tracker: unregistered'}, never).next,
		'complete',
	);
	t.is(applyClientRow(item, {...row, status: 'warning', fault: 'tracker', size: 0, sizeLeft: 0}, never).next, 'none');
});

test('any other warning leaves nothing to be imported, however little is left to fetch', t => {
	for (const fault of [undefined, 'client', 'unknown'] as const) {
		t.is(applyClientRow(item, {...row, status: 'warning', ...(fault && {fault}), sizeLeft: 0}, never).next, 'none', fault);
	}
});

test('a fault of the client is noted until it has passed, and fails nothing', t => {
	const faulty = {...row, status: 'warning', fault: 'client', message: 'The disk is full.'} as const;
	const first = applyClientRow(standing(500), faulty, {stalledMinutes: 1, now});
	t.like(first, {next: 'none', change: {status: 'warning', errorMessage: 'The disk is full.', transfer: {clientFaultSince: now}}});
	const since = minutesAgo(60);
	const noted = {...item, transfer: {...transfer, clientFaultSince: since, waitsSince: since}};
	t.is(applyClientRow(noted, faulty, never).change?.transfer?.clientFaultSince, undefined);
	t.is(applyClientRow(noted, row, never).change?.transfer?.clientFaultSince, null);
});

test('a download is not complete before its client says where the files are', t => {
	const nowhere = {...item, transfer: {...transfer, outputPath: null}};
	const {change, next} = applyClientRow(nowhere, {...row, status: 'completed', sizeLeft: 0, outputPath: null}, {stalledMinutes: 1, now});
	t.is(next, 'none');
	t.like(change, {status: 'completed', health: 'warning'});
	t.regex(change?.errorMessage ?? '', /where the files are/);
	t.is(applyClientRow(nowhere, {...row, status: 'warning', sizeLeft: 0, outputPath: null}, never).next, 'none');
	const found = applyClientRow({...nowhere, status: 'completed', health: 'warning'}, {...row, status: 'completed', sizeLeft: 0}, never);
	t.like(found, {next: 'complete', change: {health: 'ok', transfer: {outputPath: '/downloads/x'}}});
	t.is(applyClientRow(item, {...row, status: 'completed', sizeLeft: 0, outputPath: null}, never).next, 'complete', 'it said so before');
});

test('no progress warns after the limit and fails after twice the limit', t => {
	const at = (minutes: number) => applyClientRow(standing(minutes), row, {stalledMinutes: 10, now});
	t.deepEqual(at(9), {change: null, next: 'none'});
	t.like(at(10), {change: {status: 'warning', health: 'warning', errorMessage: 'No progress for 10 minutes.'}, next: 'none'});
	t.is(at(20).next, 'fail');
});

test('what holds a download up is reported while it downloads, and beside a standstill', t => {
	const held = {...row, message: 'Not contacted: 1 tracker.'};
	t.like(applyClientRow(item, held, never).change, {errorMessage: 'Not contacted: 1 tracker.'});
	const {change} = applyClientRow(standing(10), held, {stalledMinutes: 10, now});
	t.like(change, {status: 'warning', errorMessage: 'No progress for 10 minutes. Not contacted: 1 tracker.'});
});

test('a pause is no standstill', t => {
	const {next} = applyClientRow(standing(500), {...row, status: 'paused'}, {stalledMinutes: 10, now});
	t.is(next, 'none');
});

test('listeners hear of another status, state or tenth of a percent, and of a first message', t => {
	t.true(isVisibleChange({...item, errorMessage: null}, {...item, errorMessage: 'Not contacted: 1 tracker.'}));
	t.false(isVisibleChange({...item, errorMessage: 'No progress for 1 minutes.'}, {...item, errorMessage: 'No progress for 2 minutes.'}));
	t.false(isVisibleChange(item, {...item, transfer: {...transfer, seeders: 9}}));
	t.true(isVisibleChange(item, {...item, transfer: {...transfer, sizeLeft: 598}}));
	t.true(isVisibleChange(item, {...item, status: 'paused'}));
});

test('of an endless message only the beginning is kept', t => {
	const {change} = applyClientRow(item, {...row, message: 'x'.repeat(17_000_000)}, {stalledMinutes: 0, now: new Date()});
	t.is(change?.errorMessage, 'x'.repeat(2000));
});

const key = '3f2a9c1e-0b7d-4e05-9a31-8c6d5e4f1a2b';
const title = 'Paper.Lanterns.S01E02.1080p.WEB-DL.x265-NOBODY';

test('a job is known by its key, whatever its client makes of the name', t => {
	const name = jobName(title, key);
	t.true(name.startsWith(title));
	for (const reported of [name, name.toUpperCase(), name.replaceAll('.', ' '), `ENCRYPTED / ${name}`, name.replaceAll(/[{}]/g, '_')]) {
		t.true(isJobOf(key, reported), reported);
	}
	t.false(isJobOf(key.replace('3', '4'), name));
	t.false(isJobOf(key, title));
});

for (const character of ['x', 'ж', '港', '🌊']) {
	test(`a very long title does not cost the key: ${character}`, t => {
		const name = jobName(character.repeat(500), key);
		const bytes = Buffer.byteLength(name);
		t.true(bytes > 220 && bytes < 240, String(bytes));
		t.true(name.isWellFormed());
		t.false(name.includes('\uFFFD'));
		t.true(isJobOf(key, name));
	});
}

for (const [name, shown] of [
	[jobName(title, key), title],
	[`${jobName(title, key)}.mkv`, `${title}.mkv`],
	[`${jobName(title, key)}/sample.mkv`, `${title}/sample.mkv`],
	[`Paper Lanterns {kinoteka-${key}}.mkv`, 'Paper Lanterns.mkv'],
	['Paper.Lanterns.{edition-1}.mkv', 'Paper.Lanterns.{edition-1}.mkv'],
] as const) {
	test(`people see ${shown} of ${name}`, t => t.is(withoutJobKey(name), shown));
}

/** Clients read what follows `{{`, `password=` or a slash as the password, and cut the name there. */
for (const [given, named, password] of [
	['A.Lamp.2020-NOBODY{{hunter 2}}', 'A.Lamp.2020-NOBODY', 'hunter 2'],
	['A.Lamp.2020-NOBODY password=roman', 'A.Lamp.2020-NOBODY', 'roman'],
	['A Lamp / Ein Licht 2020', 'A Lamp + Ein Licht 2020', null],
	['A.Lamp.2020-NOBODY', 'A.Lamp.2020-NOBODY', null],
] as const) {
	test(`the key of a job is in front of the password of its archives: ${given}`, t => {
		t.is(passwordIn(given), password);
		t.is(jobName(given, key), `${named}.{kinoteka-${key}}`);
		t.is(withPassword(jobName(given, key), password), `${named}.{kinoteka-${key}}${password === null ? '' : `{{${password}}}`}`);
	});
}
