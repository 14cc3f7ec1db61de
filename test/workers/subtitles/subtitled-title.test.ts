import test from 'ava';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {subtitledTitle} from '#workers/subtitles/subtitled-title.ts';

test('the subtitle of a file with two episodes is that of the first one, whichever is asked for', async t => {
	const {deps, series, episode} = await createWorld(t, {series: {}});
	const ids = await Promise.all([1, 2].map(async number => (await episode(1, number)).id));
	const file = buildMediaFile({path: '/library/Show/Show - S01E01-E02.mkv'});
	await deps.episodes.recordFile({seriesId: series.id, file, episodeIds: ids, replaces: []}, deps.now());
	for (const id of ids) {
		const title = await subtitledTitle({type: 'episode', id}, deps);
		t.deepEqual(title?.episodeIds, ids);
		t.like(title?.criteria.episode, {seasonNumber: 1, episodeNumber: 1});
		t.regex(title?.criteria.episode?.airDate ?? '', /^\d{4}-\d\d-\d\d$/);
	}
});
