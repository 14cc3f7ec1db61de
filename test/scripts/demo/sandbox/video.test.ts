import {statSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {clipLines} from '#scripts/demo/sandbox/releases.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {writeVideo} from '#scripts/demo/sandbox/video.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {createMediaInfoReader} from '#workers/integrations/media-info/media-info-reader.ts';

const megabyte = 1024 * 1024;

test('a film has exactly the wanted size and is read as a video of its resolution', async t => {
	const folder = tempFolder(t);
	const reader = createMediaInfoReader();
	t.teardown(() => reader.close());
	for (const lines of clipLines) {
		const path = join(folder, `${lines}.mkv`);
		await writeVideo({path, lines, size: 3 * megabyte + lines, name: 'Lantern Tide'});
		t.is(statSync(path).size, 3 * megabyte + lines);
		const info = await reader.read(path);
		t.regex(info.resolution ?? '', new RegExp(`x${lines}$`));
		t.like(info, {videoCodec: 'x264', audioLanguages: ['en'], audioChannels: 2});
	}
});

test('the same name gives the same film, another name another', async t => {
	const folder = tempFolder(t);
	const write = async (file: string, name: string) => {
		await writeVideo({path: join(folder, file), lines: 480, size: megabyte, name});
		return hashFile(join(folder, file));
	};
	const [first, again, other] = [await write('a', 'One'), await write('b', 'One'), await write('c', 'Two')];
	t.is(first, again);
	t.not(first, other);
});

test('a size that the clip alone exceeds is refused', async t => {
	const path = join(tempFolder(t), 'a.mkv');
	await t.throwsAsync(writeVideo({path, lines: 1080, size: 20_000, name: 'Tiny'}), {message: /does not fit/});
});
