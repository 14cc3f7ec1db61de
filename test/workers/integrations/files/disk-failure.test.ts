import {writeFile} from 'node:fs/promises';
import test from 'ava';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {inTime, onDisk} from '#workers/integrations/files/disk-failure.ts';

test('a look at a file on a disk that hangs has a limit', async t => {
	const hung = new Promise<never>(() => {});
	const error = await t.throwsAsync(inTime('/films/a.mkv', hung, 5), {instanceOf: Unavailable});
	t.is((error as Unavailable).code, 'disk_failed');
	t.regex(String(error?.message), /^The disk of \/films\/a\.mkv does not answer/);
});

test('a disk that answers in time gives its answer, or its own error', async t => {
	t.is(await inTime('/films/a.mkv', Promise.resolve('there'), 1000), 'there');
	await t.throwsAsync(inTime('/films/a.mkv', Promise.reject(new Error('EIO')), 1000), {message: 'EIO'});
});

test('a name that a disk has no room for is reported, as no other try helps', async t => {
	const path = `${tempFolder(t)}/${'x'.repeat(300)}`;
	const error = await t.throwsAsync(
		onDisk(path, () => writeFile(path, '')),
		{instanceOf: Conflict},
	);
	t.is((error as Conflict).code, 'name_too_long');
});
