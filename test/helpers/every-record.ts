import {mkdir} from 'node:fs/promises';
import type {ExecutionContext} from 'ava';
import {answerDisks} from './answer-disks.ts';
import {buildMovieDetails} from './build-movie.ts';
import {buildBlocklistBody, buildFormatBody, buildLanguageProfileBody, buildProfileBody, mappingBody} from './build-records.ts';
import {buildNewSeries, buildSeriesDetails} from './build-series.ts';
import {addUser, type Served, testPassword} from './serve.ts';
import {buildItem} from './world/movie.ts';

/** A valid body for a route, and the address of a record that accepts it. */
export interface RightCall {
	/** With real ids. */
	path: string;
	body: Record<string, unknown>;
}

const uploadBody = {language: 'en', forced: false, hearingImpaired: false, name: 'Lamp.srt', content: 'MQo='};

/** Creates one record of every kind, and returns a valid call for each route with a body, by method and path. */
export async function withEveryRecord(t: ExecutionContext, served: Served): Promise<Map<string, RightCall>> {
	const {call, deps, directory} = served;
	const root = `${directory}/root`;
	await mkdir(`${root}/films`, {recursive: true});
	await mkdir(`${directory}/other`);
	await answerDisks(t, served);
	const make = async (path: string, body: object): Promise<string> => (await call(`POST ${path}`, {body})).body.id;
	const rootFolderId = await make('/api/root-folders', {path: root});
	const profile = await make('/api/quality-profiles', buildProfileBody());
	const language = await make('/api/language-profiles', buildLanguageProfileBody());
	const filterBody = {kind: 'movies', name: 'Old', conditions: {maxYear: 1980}};
	const filter = await make('/api/custom-filters', filterBody);
	const format = await make('/api/custom-formats', buildFormatBody());
	const delay = await make('/api/delay-profiles', {tags: ['Films']});
	const rule = {name: 'Rule', conditions: [{kind: 'year', value: {min: 1990, max: null}}], tags: ['old']};
	const autoTag = await make('/api/auto-tags', rule);
	const tag = await make('/api/tags', {label: 'Every record'});
	const words = await make('/api/release-profiles', {name: 'Words', mustContain: ['x265']});
	const mapping = await make('/api/remote-path-mappings', mappingBody);
	const exclusion = await make('/api/import-exclusions', {type: 'movie', metaId: 5, title: 'Never'});
	const indexerBody = {name: 'One', kind: 'torznab', url: 'https://indexer.test'};
	const indexer = await make('/api/indexers', indexerBody);
	const clientBody = {name: 'Box', kind: 'qbittorrent', url: 'http://box.test:8080'};
	const client = await make('/api/download-clients', clientBody);
	const providerBody = {name: 'Site', kind: 'opensubtitles', apiKey: 'key'};
	const provider = await make('/api/subtitle-providers', providerBody);
	const proxyBody = {name: 'Tunnel', kind: 'http', url: 'http://proxy.test:3128'};
	const proxy = await make('/api/proxies', proxyBody);
	const notificationBody = {name: 'Hook', kind: 'webhook', url: 'https://receiver.test/hook'};
	const notification = await make('/api/notifications', notificationBody);
	const listBody = {name: 'Attic', kind: 'radarr', url: 'http://attic.test:7878', apiKey: 'key', rootFolderPath: root, enabled: false};
	const list = await make('/api/import-lists', listBody);
	const account = {source: 'list', sourceId: '7', clientId: 'the-app', clientSecret: 'secret-7'};
	const ofList = {...account, tags: ['kids'], onLeave: 'tag', leaveTags: ['left'], monitor: 'movieAndCollection', type: null};
	const libraryBody = {name: 'Films', type: 'movies', rootFolderId};
	const library = await make('/api/libraries', libraryBody);
	const choice = {monitored: true, rootFolderPath: root, qualityProfileId: profile, libraryId: null, searchOnAdd: false};
	const movie = (
		await deps.movies.add(buildMovieDetails(), {...choice, path: `${root}/harbour`, minimumAvailability: 'released'}, deps.now())
	).id;
	const added = await deps.series.add(buildSeriesDetails(), buildNewSeries({...choice, path: `${root}/lanterns`}), deps.now());
	await deps.titleCollections.ensure([{metaId: 90, title: 'Lamps'}], deps.now());
	const {id: collection = ''} = (await deps.titleCollections.findByMetaId(90)) ?? {};
	const {id: waiting} = await deps.downloads.add(buildItem({movieId: movie}));
	const [episode] = await deps.episodes.ofSeason(added.id, 1);

	const change = await make('/api/file-changes', {kind: 'rename', movieIds: [movie]});
	await deps.fileChanges.move(change, ['planning'], {state: 'planned'}, deps.now());

	const {id: user} = await addUser(deps, 'limited', 'user');

	const calls: [string, Record<string, unknown>, string?][] = [
		['POST /api/auth/login', {username: 'nobody-here', password: testPassword}],
		['PUT /api/auth/password', {currentPassword: testPassword, newPassword: `${testPassword}!`}],
		['POST /api/users', {username: 'new', password: testPassword, role: 'user'}],
		['PUT /api/users/:id', {rights: {runTasks: false}}, user],
		['PUT /api/users/:id/password', {password: `${testPassword}?`}, user],
		['PUT /api/users/:id/role', {role: 'user'}, user],
		['POST /api/library/movies', {metaId: 1, rootFolderPath: root}],
		['POST /api/tags', {label: 'New'}],
		['POST /api/auto-tags', {...rule, name: 'Other rule'}],
		['POST /api/auto-tags/preview', {conditions: rule.conditions}],
		['PUT /api/auto-tags/:id', {enabled: false}, autoTag],
		['PUT /api/tags/:id', {label: 'Other'}, tag],
		['PUT /api/library/movies/bulk', {ids: [movie], monitored: true}],
		['PUT /api/library/series/bulk', {ids: [added.id], monitored: true}],
		['POST /api/library/movies/:id/match', {metaId: 1}, movie],
		['POST /api/library/series/:id/match', {metaId: 1}, added.id],
		['POST /api/library/series/:id/delete-files', {fileIds: ['none']}, added.id],
		['POST /api/library/movies/bulk-edit', {ids: [movie], monitored: true}],
		['POST /api/library/movies/bulk-search', {ids: [movie]}],
		['POST /api/library/movies/bulk-refresh', {ids: [movie]}],
		['POST /api/library/movies/bulk-delete', {ids: [movie]}],
		['POST /api/library/series/bulk-edit', {ids: [added.id], monitored: true}],
		['POST /api/library/series/bulk-search', {ids: [added.id]}],
		['POST /api/library/series/bulk-refresh', {ids: [added.id]}],
		['POST /api/library/series/bulk-delete', {ids: [added.id]}],
		['POST /api/deletions/erase', {all: true}],
		['PUT /api/library/movies/:id', {monitored: true}, movie],
		['POST /api/library/movies/:id/auto-search', {searchType: 'manual'}, movie],
		['POST /api/library/series', {metaId: 1, rootFolderPath: root}],
		['PUT /api/library/series/:id', {monitored: true}, added.id],
		['PUT /api/library/series/:seriesId/seasons/:seasonNumber', {monitored: true}, added.id],
		['POST /api/library/series/:id/episode-order', {episodeOrder: 'tvdb:dvd'}, added.id],
		['PUT /api/library/episodes/:id', {monitored: true}, episode?.id ?? ''],
		['POST /api/library/series/:id/auto-search', {searchType: 'missing', episodeIds: [episode?.id]}, added.id],
		['POST /api/library/series/:seriesId/seasons/:seasonNumber/auto-search', {searchType: 'missing'}, added.id],
		['POST /api/library/episodes/:id/auto-search', {searchType: 'missing'}, episode?.id ?? ''],
		['POST /api/library/episodes/bulk-search', {ids: [episode?.id ?? '']}],
		['POST /api/library/movies/:id/subtitles', uploadBody, movie],
		['POST /api/library/episodes/:id/subtitles', uploadBody, episode?.id ?? ''],
		['POST /api/library/movies/:id/subtitles/:subtitleId/shift', {offsetMs: 500}, movie],
		['POST /api/library/episodes/:id/subtitles/:subtitleId/shift', {offsetMs: 500}, episode?.id ?? ''],
		['PUT /api/collections/:id', {monitored: false, tags: ['kids']}, collection],
		['POST /api/collections/:id/add-missing', {metaIds: [1]}, collection],
		['POST /api/file-changes', {kind: 'rename', movieIds: [movie]}],
		['POST /api/file-changes/:id/start', {copies: true}, change],
		['POST /api/file-changes/:id/retry', {copies: true}, change],
		['POST /api/import-exclusions', {type: 'movie', metaId: 6, title: 'Not this one'}],
		['PUT /api/import-exclusions/:id', {title: 'Never again'}, exclusion],
		['POST /api/libraries', {...libraryBody, name: 'More films'}],
		['PUT /api/libraries/:id', {name: 'Films'}, library],
		['POST /api/libraries/:id/unmatched/:fileId/match', {metaId: 1}, library],
		['POST /api/tasks/:taskId/run', {force: false}, 'historyCleanup'],
		['PUT /api/tasks/:taskId/enabled', {enabled: true}, 'historyCleanup'],
		['PUT /api/tasks/:taskId/interval', {interval: 24, unit: 'hours'}, 'historyCleanup'],
		['PUT /api/pauses', {scope: 'indexer', targetId: indexer}],
		['POST /api/queue/bulk', {ids: [waiting], action: 'pause'}],
		['POST /api/history/bulk-failed', {ids: ['none']}],
		['POST /api/blocklist/bulk-delete', {ids: ['none']}],
		['POST /api/queue/cleanup', {removeCompleted: true}],
		['POST /api/queue/:id/import', {movieId: movie}, waiting],
		['POST /api/manual-import', {files: [{path: `${root}/films/lamp.mkv`, movieId: movie}], mode: 'copy'}],
		['POST /api/download/grab', {guid: 'g', indexerId: indexer}],
		['POST /api/searches', {query: 'lamp', indexers: [indexer]}],
		['PUT /api/captcha-solver', {enabled: true, timeout: 60, cacheTtl: 24, headless: true, proxy: null, maxRetries: 3, parallelSolves: 2}],
		['POST /api/captcha-solver/test', {url: 'https://gate.test/', useCache: true}],
		[
			'POST /v1',
			{
				cmd: 'request.post',
				url: 'https://gate.test/',
				postData: 'a=1',
				session: 'mine',
				session_ttl_minutes: 5,
				maxTimeout: 1000,
				cookies: [],
				proxy: {url: 'http://proxy.test:3128'},
				returnOnlyCookies: false,
				returnScreenshot: false,
				waitInSeconds: 0,
				disableMedia: true,
				tabs_till_verify: 1,
			},
		],
		['POST /solver/:key/v1', {cmd: 'sessions.list'}, 'a-key-that-nobody-has'],
		['POST /api/root-folders', {path: `${directory}/other`, name: 'Other'}],
		['POST /api/quality-profiles', buildProfileBody({name: 'New'})],
		['PUT /api/quality-profiles/:id', buildProfileBody(), profile],
		['PUT /api/quality-definitions/:id', {quality: 'DVD', minMbPerMinute: 2, preferredMbPerMinute: 50, maxMbPerMinute: 100}, 'DVD'],
		['POST /api/quality-definitions/preview', {minMbPerMinute: 2, preferredMbPerMinute: 50, maxMbPerMinute: 100, minutes: 90}],
		['POST /api/language-profiles', buildLanguageProfileBody({name: 'New'})],
		['PUT /api/language-profiles/:id', buildLanguageProfileBody(), language],
		['POST /api/custom-filters', {...filterBody, name: 'New', sort: 'year:asc'}],
		['PUT /api/custom-filters/:id', filterBody, filter],
		['POST /api/custom-formats', buildFormatBody({name: 'New'})],
		['PUT /api/custom-formats/:id', buildFormatBody(), format],
		['POST /api/custom-formats/import', {name: 'Foreign', specifications: []}],
		['POST /api/delay-profiles', {order: 3, tags: ['Shows'], preferredProtocol: 'usenet', torrentDelayMinutes: 60}],
		['PUT /api/delay-profiles/:id', {bypassIfAboveFormatScore: true, minimumFormatScore: 100}, delay],
		['POST /api/release-profiles', {name: 'More words', mustNotContain: ['/x26[45]/'], tags: ['Films']}],
		['PUT /api/release-profiles/:id', {enabled: false}, words],
		['POST /api/indexers', {...indexerBody, name: 'New'}],
		['POST /api/guide/choose', {keys: ['radarr/profile/none'], chosen: false}],
		['POST /api/guide/apply', {hash: 'a'.repeat(64)}],
		['POST /api/indexer-captchas/:id/answer', {answer: 'x7kqp'}, indexer],
		['POST /api/indexer-imports', {program: 'prowlarr', url: 'http://prowlarr.test:9696', apiKey: 'key'}],
		['POST /api/indexer-imports/:id', {indexers: [{id: '1', secrets: {apiKey: 'key'}}]}, 'an-import-that-is-gone'],
		['POST /api/definition-package/consent', {indexerId: indexer, hash: 'a'.repeat(64)}],
		['PUT /api/own-definitions/:key', {text: 'id: meadow\nname: Meadow\n'}, 'meadow'],
		['POST /api/moves/uploads', {name: 'radarr.db', size: 10}],
		['POST /api/moves', {sources: [{uploads: ['none']}]}],
		['POST /api/moves/sources/test', {program: 'radarr', url: 'http://radarr.test:7878', apiKey: 'x'}],
		['PUT /api/moves/:id', {pathMappings: [{from: '/movies', to: root}]}, 'a-move-that-is-gone'],
		['POST /api/moves/:id/compare', {sources: []}, 'a-move-that-is-gone'],
		['POST /api/moves/:id/take-over', {anyway: true}, 'a-move-that-is-gone'],
		['POST /api/moves/:id/start', {withoutFolders: true}, 'a-move-that-is-gone'],
		['POST /api/backup-uploads', {name: 'backup.tar', size: 10}],
		['PUT /api/indexers/:id', indexerBody, indexer],
		['POST /api/indexers/test', indexerBody],
		['POST /api/download-clients', {...clientBody, name: 'New'}],
		['PUT /api/download-clients/:id', clientBody, client],
		['POST /api/download-clients/test', clientBody],
		['POST /api/subtitle-providers', {...providerBody, name: 'New'}],
		['PUT /api/subtitle-providers/:id', providerBody, provider],
		['POST /api/subtitle-providers/test', providerBody],
		['POST /api/proxies', {...proxyBody, name: 'New'}],
		['PUT /api/proxies/:id', proxyBody, proxy],
		['POST /api/proxies/test', proxyBody],
		['POST /api/notifications', {...notificationBody, name: 'New'}],
		['PUT /api/notifications/:id', notificationBody, notification],
		['POST /api/notifications/test', notificationBody],
		['POST /api/import-lists', {...listBody, ...ofList, name: 'New'}],
		['PUT /api/import-lists/:id', {...listBody, ...ofList}, list],
		['POST /api/import-lists/test', {...listBody, ...ofList}],
		['POST /api/import-lists/:id/file', {content: 'Q29uc3QK'}, list],
		['POST /api/import-lists/:id/sync', {acceptFewer: true}, list],
		['POST /api/import-lists/:id/held', {action: 'keep'}, list],
		['POST /api/import-lists/:id/items/:itemId', {action: 'add'}, list],
		['POST /api/remote-path-mappings', {...mappingBody, host: 'new.test'}],
		['PUT /api/remote-path-mappings/:id', mappingBody, mapping],
		['POST /api/blocklist', buildBlocklistBody()],
		['POST /api/settings/system/api-keys', {name: 'new', type: 'streaming'}],
		['PUT /api/settings/meta', {language: 'en-US'}],
		['PUT /api/settings/filters', {retention: 5}],
		['PUT /api/settings/external-url', {useSsl: false}],
		['POST /api/settings/media/naming-preview', {movieFileFormat: '{Movie Title}'}],
		['PUT /api/settings/:key', {value: 30}, 'download.pollSeconds'],
	];
	return new Map(
		calls.map(([line, body, id = '']): [string, RightCall] => {
			const [, path = ''] = line.split(' ');
			return [line, {path: path.replace(':seasonNumber', '1').replace(/:\w+/, id).replace(/:\w+/, 'none'), body}];
		}),
	);
}
