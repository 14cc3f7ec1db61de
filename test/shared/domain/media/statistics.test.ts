import test from 'ava';
import {linesOf} from '#shared/domain/media/statistics.ts';

test('a film cut in height counts by its width, and an upright one by its height', t => {
	const sizes = ['3840x1600', '1920x800', '1440x1080', '1280x534', '1024x576', '720x480', '0x0', null, 'odd'];
	t.deepEqual(sizes.map(linesOf), ['2160p', '1080p', '1080p', '720p', '576p', '480p', null, null, null]);
});
