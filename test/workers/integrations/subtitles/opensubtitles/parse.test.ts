import test from 'ava';
import {buildSubtitleCriteria} from '#test/helpers/build-subtitle-criteria.ts';
import {addressAfterLogin} from '#workers/integrations/subtitles/opensubtitles/api.ts';
import {parseQuota, parseSearchPage, parseUsedUp} from '#workers/integrations/subtitles/opensubtitles/parse-replies.ts';
import {buildIdSearch, toCanonicalQuery, toFoundSubtitle} from '#workers/integrations/subtitles/opensubtitles/search.ts';

const provider = {id: 'p', name: 'Site'};
const now = new Date('2026-03-01T12:00:00Z');
const file = (fileId: number, disc: number) => ({file_id: fileId, cd_number: disc, file_name: `part ${disc}`});
const found = (attributes: object | null, overrides = {}) => {
	const item = parseSearchPage({data: [{id: '1', attributes}]})?.items[0];
	return item && toFoundSubtitle(item, buildSubtitleCriteria(overrides), provider);
};

test('an item needs a file and a language; everything else may be missing or null', t => {
	const least = {language: 'en', files: [file(7, 1)]};
	t.like(found(least), {id: '7', language: 'en', releases: ['part 1'], isIdMatch: false, title: null, uploadedAt: null, downloadCount: 0});
	const nothing = Object.fromEntries(
		['release', 'fps', 'download_count', 'hearing_impaired', 'upload_date', 'feature_details', 'from_trusted'].map(name => [name, null]),
	);
	t.deepEqual(found({...least, ...nothing}), found(least));
	for (const broken of [
		null,
		{},
		{...least, files: []},
		{...least, files: null},
		{...least, files: [{file_id: null}]},
		{...least, language: null},
	]) {
		t.is(found(broken), null);
	}
	t.is(parseSearchPage({message: 'no'}), null);
	t.is(parseSearchPage(null), null);
	t.deepEqual(parseSearchPage({data: []})?.items, []);
});

test('of a subtitle in parts, only the one for the disc of the video is offered', t => {
	const attributes = {language: 'en', files: [file(7, 1), file(8, 2)]};
	t.is(found(attributes), null);
	t.is(found(attributes, {releaseName: 'Paper.Harbor.2019.DVDRip.CD2.avi'})?.id, '8');
	t.is(found({...attributes, files: [file(7, 1), file(8, 1)]})?.id, '7');
});

test('an id belongs to the movie, or to the series of an episode', t => {
	const attributes = (details: object) => ({language: 'en', files: [file(7, 1)], feature_details: details});
	t.true(found(attributes({imdb_id: 123_456}))?.isIdMatch);
	t.true(found(attributes({tmdb_id: '77'}))?.isIdMatch);
	t.false(found(attributes({parent_imdb_id: 123_456}))?.isIdMatch);
	const episode = {seasonNumber: 1, episodeNumber: 1, absoluteEpisodeNumber: null, title: ''};
	t.true(found(attributes({parent_imdb_id: 123_456}), {episode})?.isIdMatch);
	t.false(found(attributes({imdb_id: 123_456}), {episode})?.isIdMatch);
});

test('parameters are in the canonical form, and a hash of another form is left out', t => {
	t.is(toCanonicalQuery({Query: 'Man OF', page: 1, languages: 'de,fr', year: null, imdb_id: ''}), 'languages=de%2Cfr&query=man+of');
	t.is(toCanonicalQuery({page: 2}), 'page=2');
	t.is(buildIdSearch(buildSubtitleCriteria({movieHash: '123456787654321'}))?.['moviehash'], null);
	t.is(buildIdSearch(buildSubtitleCriteria({movieHash: 'short', imdbId: null, metaId: null})), null);
});

test('the quota is read with its reset, in either spelling', t => {
	const read = (answer: object) => parseQuota(Buffer.from(JSON.stringify(answer)), now);
	const at = (iso: string) => new Date(iso);
	t.deepEqual(read({remaining: -1, reset_time_utc: '2026-03-02T00:00:00.000Z'}), {
		remaining: 0,
		resetAt: at('2026-03-02T00:00:00Z'),
		isReported: true,
	});
	t.deepEqual(read({remaining: 3, reset_time: '23 hours and 57 minutes'}), {
		remaining: 3,
		resetAt: at('2026-03-02T11:57:00Z'),
		isReported: true,
	});
	t.deepEqual(read({remaining: 3, reset_time_utc: '2026-03-01T11:00:00Z'})?.resetAt, at('2026-03-01T12:01:00Z'));
	t.deepEqual(read({remaining: 3, reset_time_utc: '2036-03-01T11:00:00Z'})?.resetAt, at('2026-03-03T12:00:00Z'));
	t.is(read({}), null);
	t.deepEqual(parseUsedUp(Buffer.from('<p>no</p>'), now), {remaining: 0, resetAt: at('2026-03-01T13:00:00Z'), isReported: false});
});

test('only a host of the same site gets our key after a login', t => {
	const configured = 'https://api.opensubtitles.com/api/v1';
	t.is(addressAfterLogin(configured, 'vip-api.opensubtitles.com'), 'https://vip-api.opensubtitles.com/api/v1');
	for (const host of [null, '', 'api.opensubtitles.com.evil.test', 'evil.test', 'evil.test/opensubtitles.com', '127.0.0.1:80']) {
		t.is(addressAfterLogin(configured, host), configured, String(host));
	}
});
