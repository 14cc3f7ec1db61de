import test from 'ava';
import {Conflict} from '#shared/errors.ts';
import {answerNames} from '#test/helpers/answer-all.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {withFaces} from '#test/helpers/faces.ts';
import {unjudged} from '#test/helpers/unjudged.ts';

/** As releases of indexers are known: their own guids may have keys in them. */
const shownGuid = `rel_${'a'.repeat(32)}`;
const title = 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY';
const offer = {title, downloadUrl: 'https://tracker.example/dl?passkey=secret', protocol: 'torrent', publishDate: '2026-11-01T00:00:00Z'};

test('an announced release is judged, grabbed when it is wanted, and otherwise refused with reasons', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const movie = await addMovie(served, {metaId: 5, title: 'The Quiet Harbour', year: 2019}, {path: '/films/5'});
	const grabbed: object[] = [];
	const state = {approved: true, isTaken: false};
	await answerJobs(t, served, {
		judgeOffered: async ({indexerId, guid}) => {
			const found = await deps.releaseCache.find(indexerId, guid);
			t.is(found?.release.downloadUrl, offer.downloadUrl);
			const mappedMovie = {id: movie.id, title: movie.title, year: movie.year};
			const reason = {reason: 'Release rejected' as const, detail: 'Not an upgrade', temporary: false};
			const judged = {...(found ?? unjudged(buildRelease())), mappedMovie, approved: state.approved};
			const releases = [{...judged, ...(!state.approved && {rejectionDetails: [reason]})}];
			await deps.releaseCache.put('judged', {releases, indexerResults: [], searchTime: deps.now()});
			return {searchId: 'judged'};
		},
		grabRelease: async payload => {
			if (state.isTaken) {
				throw new Conflict('already_grabbed', 'It is in the queue already.');
			}
			grabbed.push(payload);
			return {downloadId: 'd', queueId: 'q', title};
		},
	});
	const push = (body: object) => ask('POST /radarr/api/v3/release/push', {body: {...offer, ...body}});
	const taken = await push({});
	t.is(taken.status, 200, taken.text);
	t.like(taken.body[0], {
		title,
		approved: true,
		rejected: false,
		temporarilyRejected: false,
		rejections: [],
		tmdbId: 5,
		protocol: 'torrent',
	});
	t.regex(taken.body[0].guid, /^PUSH-/);
	t.false(taken.text.includes('passkey'));
	t.like(grabbed, [{movieId: movie.id, indexerId: 'offered', guid: taken.body[0].guid}]);
	state.isTaken = true;
	t.like((await push({})).body[0], {approved: false, rejections: ['It is in the queue already.']});
	state.isTaken = false;
	state.approved = false;
	t.like((await push({})).body[0], {approved: false, rejected: true, rejections: ['Not an upgrade']});
	state.approved = true;
	await deps.movies.change(movie.id, {monitored: false}, deps.now());
	t.like((await push({protocol: 2})).body[0], {approved: false, rejections: ['Movie is not monitored']});
	t.is(grabbed.length, 1);
	for (const [name, body] of [
		['Title', {title: ''}],
		['DownloadUrl', {downloadUrl: 'file:///etc/passwd'}],
		['DownloadUrl', {downloadUrl: 'http://'}],
		['Protocol', {protocol: 'carrier pigeon'}],
	] as const) {
		const refused = await push(body);
		t.is(refused.status, 400, refused.text);
		t.is(refused.body[0].propertyName.toLowerCase(), name.toLowerCase());
	}
});

test('a name leads to the movie that it is of, and a search by hand shows releases that can be grabbed', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const movie = await addMovie(served, {metaId: 5, imdbId: 'tt5', title: 'The Quiet Harbour', year: 2019}, {path: '/films/5'});
	const {id: indexerId} = await deps.indexers.add(buildIndexer({name: 'Tracker'}), deps.now());
	const mapped = {mappedMovie: {id: movie.id, title: movie.title, year: movie.year}};
	await answerJobs(t, served, {
		judgeName: async () => ({...(await answerNames.judgeName()), isUnderstood: true}),
		judgeOffered: async ({indexerId: offered, guid}) => {
			const found = await deps.releaseCache.find(offered, guid);
			await deps.releaseCache.put('p', {releases: found ? [{...found, ...mapped}] : [], indexerResults: [], searchTime: deps.now()});
			return {searchId: 'p'};
		},
		searchReleases: async ({subject}) => {
			t.deepEqual(subject, {kind: 'movie', movie: {id: movie.id}});
			const found = {...unjudged(buildRelease({indexerId, guid: shownGuid, title})), ...mapped, approved: true};
			await deps.releaseCache.put('s', {releases: [found], indexerResults: [], searchTime: deps.now()});
			return {searchId: 's', total: 1, duration: 1};
		},
		grabRelease: async payload => {
			t.like(payload, {indexerId, guid: shownGuid, byPerson: true});
			return {downloadId: 'd', queueId: 'q', title};
		},
	});
	const parsed = await ask(`GET /radarr/api/v3/parse?title=${title}`);
	t.like(parsed, {status: 200, body: {title, movie: {tmdbId: 5, imdbId: 'tt5'}, parsedMovieInfo: {movieTitle: 'name'}}}, parsed.text);
	t.false(parsed.text.includes('null'));
	const [{id}] = (await ask('GET /radarr/api/v3/movie')).body;
	const releases = await ask(`GET /radarr/api/v3/release?movieId=${id}`);
	t.is(releases.body.length, 1, releases.text);
	const [release] = releases.body;
	for (const name of ['guid', 'size', 'age', 'ageMinutes', 'rejected', 'downloadAllowed', 'customFormatScore', 'protocol', 'indexerId']) {
		t.true(name in release, name);
	}
	t.like(release, {title, downloadAllowed: true, mappedMovieId: id});
	t.false(releases.text.includes('indexer.example'));
	const grabbed = await ask('POST /radarr/api/v3/release', {body: {guid: release.guid, indexerId: release.indexerId}});
	t.like(grabbed, {status: 200, body: {guid: shownGuid, title}}, grabbed.text);
	t.is((await ask('POST /radarr/api/v3/release', {body: {guid: 'other', indexerId: release.indexerId}})).status, 404);
	t.is((await ask('GET /radarr/api/v3/release?movieId=99')).status, 404);
});
