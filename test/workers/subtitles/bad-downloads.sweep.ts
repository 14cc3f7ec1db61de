import test from 'ava';
import {createWorld} from '#test/helpers/world.ts';

test('an answer with a million entries, texts without end and broken numbers is read within limits', async t => {
	const world = await createWorld(t, {subtitles: []});
	const answerWith = (body: string) => {
		world.site.override = ({path}) => (path.startsWith('subtitles') ? {status: 200, type: 'application/json', body} : null);
	};
	answerWith(`{"total_pages":3,"data":[${Array(1_500_000).fill('{}').join(',')}]}`);
	t.is(await world.fetch(), 'nothing: No subtitle was found.');
	const feature = {title: `__proto__\u0000${'long '.repeat(2000)}`, year: 2019.5, season_number: 1e300, episode_number: -0.5};
	const files = [{file_id: 5, file_name: '../../'.repeat(500)}];
	const attributes = {language: 'en', release: 'x264-'.repeat(2000), files, feature_details: feature, download_count: 1e308};
	answerWith(JSON.stringify({total_pages: 1, data: [{attributes}]}));
	t.regex(await world.fetch(), /^refused/);
	const criteria = {title: 'A', originalTitle: null, year: null, imdbId: 'tt1', metaId: 1, episode: null, languages: ['en']};
	const request = {criteria: {...criteria, movieHash: null, size: 1, releaseName: null}, providerIds: null};
	const {found} = await world.deps.searchSubtitleProviders(request, new AbortController().signal);
	t.like(found, [{year: null, seasonNumber: null, episodeNumber: null, downloadCount: 0}]);
	t.true((found[0]?.title?.length ?? 0) <= 300);
});
