import test from 'ava';
import {createImageFiles} from '#api/images/image-files.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const day = 86_400_000;

test('beyond the limit the pictures that were not shown for longest are removed', async t => {
	const clock = {now: Date.UTC(2026, 0, 1)};
	const files = createImageFiles({folder: `${tempFolder(t)}/images`, limit: () => 1000, now: () => new Date(clock.now)});
	for (const url of ['a', 'b', 'c']) {
		await files.write(url, Buffer.alloc(300));
		clock.now += day;
	}
	t.is((await files.read('a'))?.length, 300);
	clock.now += day;
	await files.write('d', Buffer.alloc(300));
	t.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map(async url => (await files.read(url)) !== null)), [true, false, true, true]);
	t.is(await files.read('never'), null);
});
