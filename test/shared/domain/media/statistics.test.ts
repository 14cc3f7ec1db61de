import test from 'ava';
import {createFileSums, linesOf} from '#shared/domain/media/statistics.ts';

test('a film cut in height counts by its width, and an upright one by its height', t => {
	const sizes = ['3840x1600', '1920x800', '1440x1080', '1280x534', '1024x576', '720x480', '0x0', null, 'odd'];
	t.deepEqual(sizes.map(linesOf), ['2160p', '1080p', '1080p', '720p', '576p', '480p', null, null, null]);
});

test('files of one kind are added up, and counted again once their sum was taken', t => {
	const sums = createFileSums();
	const mediaInfo = {resolution: '1920x1080', videoCodec: 'h264', dynamicRange: null};
	const of = (quality: string, size: number, info: typeof mediaInfo | null = mediaInfo) => sums.add({quality, size, mediaInfo: info});
	of('WEBDL-1080p', 1);
	of('WEBDL-1080p', 2);
	of('WEBDL-1080p', 4, null);
	of('Bluray-1080p', 8);
	of('WEBDL-1080p', 16, {...mediaInfo, videoCodec: 'hevc'});
	t.deepEqual(
		sums.take().map(({count, bytes}) => [count, bytes]),
		[
			[2, 3],
			[1, 4],
			[1, 8],
			[1, 16],
		],
	);
	of('WEBDL-1080p', 32);
	t.deepEqual(
		sums.take().map(({count, bytes}) => [count, bytes]),
		[[1, 32]],
	);
	t.deepEqual(sums.take(), []);
});
