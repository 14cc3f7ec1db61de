import {invalid} from '#api/http/input.ts';
import {ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {NotFound} from '#shared/errors.ts';
import {promiseAfter} from '#shared/jobs/promise-job.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles/rejudge-subtitles.ts';
import {isSettingKey, type SettingKey, settingDefinitions} from '#shared/settings/definitions.ts';
import {checkKey, groupBody, keyOf, keyParams, type SettingGroup, setBody} from './schema.ts';
import {changedSetting, groupView, setting, namingPreview, faultOf, isShown} from './replies.ts';
import Joi from 'joi';
import {defaultEpisodeNaming} from '#shared/domain/naming/episode-path.ts';
import {defaultMovieNaming} from '#shared/domain/naming/movie-path.ts';
import {previewNaming} from '#shared/domain/naming/preview.ts';

const keys = Object.keys(settingDefinitions) as SettingKey[];

export function settingsRoutes(deps: RouteDeps): Route[] {
	const {settings} = deps;
	return [
		route('GET /api/settings', {access: 'admin'}, async () => ok({settings: keys.map(key => setting.present({key, settings}))})),
		...groupRoutes('meta', '/api/settings/meta', deps),
		...groupRoutes('filters', '/api/settings/filters', deps),
		...groupRoutes('externalUrl', '/api/settings/external-url', deps),
		...namingPreviewRoutes(deps),
		route('GET /api/settings/:key', {access: 'admin', params: keyParams}, async ({params}) =>
			ok(setting.present({key: knownKey(params.key), settings})),
		),
		route('PUT /api/settings/:key', {access: 'admin', params: keyParams, body: setBody}, async ({params, body}) => {
			const key = knownKey(params.key);
			const fault = faultOf(key, body.value, settings);
			if (fault) {
				throw invalid([{path: 'value', message: `value ${fault}`}]);
			}
			await store(key, body.value, deps);
			return ok(changedSetting.present({key, settings}));
		}),
	];
}

function groupRoutes(group: SettingGroup, path: `/${string}`, deps: RouteDeps): Route[] {
	const {settings} = deps;
	const {shown, changed} = groupView(group);
	return [
		route(`GET ${path}`, {access: 'admin'}, async () => ok(shown.present(settings))),
		route(`PUT ${path}`, {access: 'admin', body: groupBody(group, settings)}, async ({body}) => {
			for (const [field, value] of Object.entries(body)) {
				await store(keyOf(group, field), value, deps);
			}
			const check = group === 'meta' ? await checkKey(body['apiKey'], deps) : null;
			return ok(changed.present({settings, check}));
		}),
	];
}

function knownKey(key: string): SettingKey {
	if (!isSettingKey(key)) {
		throw new NotFound('setting_not_found', `There is no setting ${key}. GET /api/settings lists them all.`);
	}
	return key;
}

/** They decide which subtitles a file has, and so which are missing. */
const subtitleKeys: ReadonlySet<SettingKey> = new Set<SettingKey>(['subtitles.useEmbedded', 'subtitles.useImageTracks']);

async function store(key: SettingKey, value: unknown, deps: RouteDeps): Promise<void> {
	const {settings, now} = deps;
	if (isShown(key, value, settings)) {
		return;
	}
	const set = () => settings.set(key, value as never, now()); // faultOf checked it against the key's definition
	const isSame = settings.get(key) === value;
	await (subtitleKeys.has(key) && !isSame ? promiseAfter(set, {job: rejudgeSubtitles, payload: {libraryId: null}}, deps) : set());
}

interface PreviewBody {
	movieFolderFormat?: string;
	movieFileFormat?: string;
	seriesFolderFormat?: string;
	seasonFolderFormat?: string;
	episodeFileFormat?: string;
}
const format = Joi.string().allow('').max(500);
const previewBody = Joi.object<PreviewBody, true>({
	movieFolderFormat: format,
	movieFileFormat: format,
	seriesFolderFormat: format,
	seasonFolderFormat: format,
	episodeFileFormat: format,
});

/**
 * Shows what naming formats make of sample titles before they are stored; formats that are not
 * given are the current ones.
 */
function namingPreviewRoutes({settings}: RouteDeps): Route[] {
	return [
		route('POST /api/settings/media/naming-preview', {access: 'admin', body: previewBody}, async ({body}) => {
			const episode = body.episodeFileFormat ?? settings.get('media.episodeFileFormat');
			const preview = previewNaming(
				{
					...defaultMovieNaming,
					movieFolder: body.movieFolderFormat ?? settings.get('media.movieFolderFormat'),
					movieFile: body.movieFileFormat ?? settings.get('media.movieFileFormat'),
				},
				{
					...defaultEpisodeNaming,
					seriesFolder: body.seriesFolderFormat ?? settings.get('media.seriesFolderFormat'),
					seasonFolder: body.seasonFolderFormat ?? settings.get('media.seasonFolderFormat'),
					standardEpisode: episode,
					dailyEpisode: episode,
					animeEpisode: episode,
				},
			);
			return ok(namingPreview.present(preview));
		}),
	];
}
