import test from 'ava';
import {buildSubtitleCriteria} from '#test/helpers/build-subtitle-criteria.ts';
import {buildSiteSubtitle} from '#test/helpers/world/subtitle-provider.ts';
import {createWorld} from '#test/helpers/world.ts';

test('a subtitle whose name says forced is no whole one, unless that is the title of the film', async t => {
	const world = await createWorld(t, {subtitleProvider: {}});
	const kindsOf = async (release: string, title?: string) => {
		world.site.subtitles = [buildSiteSubtitle({release})];
		const criteria = buildSubtitleCriteria({languages: ['en'], ...(title && {title})});
		const found = await (await world.open()).search(criteria, world.signal);
		return found.map(({forced}) => forced);
	};
	t.deepEqual(await kindsOf('Paper.Harbor.2019.1080p.BluRay.x264-LANTERN'), [false]);
	t.deepEqual(await kindsOf('Paper.Harbor.2019.1080p.BluRay.x264-LANTERN.Forced'), [true]);
	t.deepEqual(await kindsOf('Paper Harbor 2019 Foreign Parts Only'), [true]);
	t.deepEqual(await kindsOf('Paper.Harbor.2019.REINFORCED.1080p'), [false]);
	t.deepEqual(await kindsOf('Forced.Harbor.2019.1080p.BluRay', 'Forced Harbor'), [false]);
});
