import test from 'ava';
import {nextSearchesFor} from '#test/helpers/next-searches-for.ts';
import {createWorld} from '#test/helpers/world.ts';

const hour = 3_600_000;

test('missing subtitles wait for their task, a provider that is enabled, and its downloads', async t => {
	const {addMovies, deps} = await createWorld(t, {searches: {}});
	const [movie] = await addMovies(1);
	const waiting = [{id: movie!.id, type: 'movie', wanted: 'subtitles', lastSearchTime: null}] as const;
	const next = async () => (await nextSearchesFor(waiting, deps)).get(movie!.id);
	t.deepEqual(await next(), {nextSearchAt: null, nextSearchReason: 'No subtitle provider is enabled.'});
	const settings = {name: 'Lines', kind: 'folder', url: '/made-up', apiKey: '', username: '', password: ''} as const;
	const {id} = await deps.subtitleProviders.add(
		{...settings, enabled: true, priority: 25, dailyLimit: null, timeoutSeconds: 20},
		deps.now(),
	);
	const {nextRunAt} = await deps.tasks.get('missingSubtitles');
	const due = await next();
	t.deepEqual(due?.nextSearchAt, nextRunAt);
	t.regex(due?.nextSearchReason ?? '', /^The next search is at [-\d]+ [:\d]+ UTC\.$/);
	await deps.subtitleProviders.setHealth(id, {disabledUntil: new Date(Date.now() + 7 * hour)});
	const rests = await next();
	t.true(Number(rests?.nextSearchAt) > Date.now() + 7 * hour);
	t.regex(rests?.nextSearchReason ?? '', /^No subtitle provider has downloads left until then\./);
	await deps.tasks.setEnabled('missingSubtitles', false, deps.now());
	t.like(await next(), {nextSearchAt: null, nextSearchReason: 'MissingSubtitles is off.'});
});
