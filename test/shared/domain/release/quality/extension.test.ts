import test from 'ava';
import {suggestedByExtension} from '#shared/domain/release/quality/parse-quality.ts';

test('an extension suggests what its files usually are', t => {
	t.like(suggestedByExtension('.wmv'), {source: 'tv', resolution: 480});
	t.like(suggestedByExtension('.vob'), {source: 'dvd', resolution: 480});
	t.like(suggestedByExtension('.mkv'), {source: 'tv', resolution: 720});
	t.like(suggestedByExtension('.m2ts'), {source: 'bluray', resolution: 720});
});

test('an unknown extension and none suggest nothing', t => {
	t.is(suggestedByExtension('.webm'), null);
	t.is(suggestedByExtension(null), null);
});
