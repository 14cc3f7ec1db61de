import test from 'ava';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';

test('pictures are known by their first bytes', t => {
	t.is(pictureTypeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0])), 'image/jpeg');
	t.is(pictureTypeOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])), 'image/png');
	t.is(pictureTypeOf(Buffer.from('RIFF1234WEBPVP8 ')), 'image/webp');
	t.is(pictureTypeOf(Buffer.from('GIF89a')), 'image/gif');
	for (const other of ['', 'RIFF1234WAVE', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>']) {
		t.is(pictureTypeOf(Buffer.from(other)), null, other);
	}
});
