import test from 'ava';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';
import {handleJudgeName} from '#workers/search/judge-name.ts';

test('a name is read, its formats are scored by each profile, and what is refused says why', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const withMatcher = {...deps, patternMatcher: createPatternMatcher()};
	await answerJobs(t, {...served, deps: withMatcher}, {judgeName: handleJudgeName});
	const condition = (kind: string, value: unknown) => ({name: kind, kind, value, negate: false, required: false});
	const format = await call('POST /api/custom-formats', {
		body: {name: 'Harbour group', conditions: [condition('releaseGroup', '^HARBOUR$')]},
	});
	t.is(format.status, 201, JSON.stringify(format.body));
	const [profile] = (await call('GET /api/quality-profiles')).body.qualityProfiles;
	const items = [
		{quality: 'WEBDL-1080p', allowed: true},
		{quality: 'SDTV', allowed: false},
	];
	const body = {
		name: 'Strict',
		items,
		cutoff: 'WEBDL-1080p',
		formatScores: [{customFormatId: format.body.id, score: 25}],
		minFormatScore: 10,
	};
	const strict = await call('POST /api/quality-profiles', {body: {...profile, ...body, id: undefined}});
	t.is(strict.status, 201, JSON.stringify(strict.body));
	const read = async (name: string, more = '') => (await call(`GET /api/parse?name=${encodeURIComponent(name)}${more}`)).body;
	const verdict = (found: {profiles: {profile: string}[]}) => found.profiles.find(each => each.profile === 'Strict');

	const film = await read('The.Quiet.Harbour.2019.1080p.WEB-DL.x264-HARBOUR');
	t.like(film, {
		type: 'movie',
		isUnderstood: true,
		title: 'The Quiet Harbour',
		year: 2019,
		quality: 'WEBDL-1080p',
		releaseGroup: 'HARBOUR',
	});
	t.deepEqual(film.formats, [{id: format.body.id, name: 'Harbour group'}]);
	t.like(verdict(film), {score: 25, accepted: true, reasons: []});

	const show = await read('The.Lamp.S02E03.HDTV.x264-OTHER');
	t.like(show, {type: 'series', season: 2, episodes: ['3'], quality: 'SDTV', formats: []});
	t.deepEqual(verdict(show), {
		...verdict(show)!, // it was made above
		accepted: false,
		score: 0,
		reasons: ['The profile does not want SDTV.', 'Its score 0 is below the minimum 10.'],
	} as never);
	t.like(await read('0123456789abcdef0123456789abcdef', '&type=series'), {isUnderstood: false, type: 'series'});
	t.is((await call('GET /api/parse')).body.errors[0].path, 'name');
	t.is((await call('GET /api/parse?name=x', {as: 'user'})).status, 403);
});
