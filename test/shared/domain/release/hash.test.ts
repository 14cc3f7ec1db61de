import test from 'ava';
import {parseHash} from '#shared/domain/release/parse-tags.ts';

test('a checksum stands in square or round brackets and comes out in capitals', t => {
	t.is(parseHash('[Tern] Harbour - 01 [720p][ab12cd34]'), 'AB12CD34');
	t.is(parseHash('[Tern]_Harbour_(720p)_(5C7BC4F9)'), '5C7BC4F9');
});

test('other brackets hold no checksum', t => {
	t.is(parseHash('[Tern] Harbour - 01 [1280x720]'), null);
	t.is(parseHash('[Tern] Harbour - 01 [AB12CD345]'), null);
	t.is(parseHash('Harbour AB12CD34'), null);
});
