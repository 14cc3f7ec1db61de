import Joi from 'joi';
import {askDisks} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {backupFolderOf} from '#shared/backup/backup-names.ts';
import {changeWithJob} from '#shared/coordination/outbox.ts';
import {normalPath, ofOurData, overlaps, whyForeign} from '#shared/domain/folders/root-folder-path.ts';
import {type MultiEpisodeStyle, multiEpisodeStyles} from '#shared/domain/naming/episode-numbers.ts';
import {namingTokens} from '#shared/domain/naming/naming-tokens.ts';
import {previewNaming} from '#shared/domain/naming/preview.ts';
import {type ColonReplacement, colonReplacements} from '#shared/domain/naming/safe-name.ts';
import {isExpected, NotFound} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {checkMetadataKey} from '#shared/jobs/connections.ts';
import {checkRootFolder} from '#shared/jobs/disks.ts';
import {writeNfo} from '#shared/jobs/files.ts';
import {delayMovies} from '#shared/jobs/refresh.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import {maskedSecret, type Secrets} from '#shared/secrets.ts';
import {isSettingKey, type SettingKey, settingDefinitions} from '#shared/settings/definitions.ts';
import {safeCharacters} from '#shared/settings/forms.ts';
import {isPlayerSetting} from '#shared/settings/players.ts';
import {episodeNaming, movieNaming} from '#shared/settings/settings.ts';
import {changedSetting, groupView, type KeyCheck, namingPreview, namingToken, setting} from './replies.ts';
import {faultOf, groupBody, isShown, keyOf, keyParams, type SettingGroup, setBody} from './schema.ts';

const keys = Object.keys(settingDefinitions) as SettingKey[];

export function settingsRoutes(deps: RouteDeps): Route[] {
	const {settings} = deps;
	return [
		route('GET /api/settings', {access: 'admin', hasEtag: true}, async () =>
			ok({settings: keys.map(key => setting.present({key, settings}))}),
		),
		...groupRoutes('meta', '/api/settings/meta', deps),
		...groupRoutes('filters', '/api/settings/filters', deps),
		...groupRoutes('externalUrl', '/api/settings/external-url', deps),
		...namingPreviewRoutes(deps),
		route('GET /api/settings/:key', {access: 'admin', hasEtag: true, params: keyParams}, async ({params}) =>
			ok(setting.present({key: knownKey(params.key), settings})),
		),
		route('PUT /api/settings/:key', {access: 'admin', params: keyParams, body: setBody}, async ({params, body}) => {
			const key = knownKey(params.key);
			const fault = faultOf(key, body.value, settings) ?? (await folderFault(key, body.value, deps));
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

/** The folder that is used for this value of a setting whose folder is written to; null for other settings. */
function folderOf(key: SettingKey, value: unknown, {http}: Pick<RouteDeps, 'http'>): string | null {
	const own = key === 'backup.folder' ? backupFolderOf(http.dataDir) : null;
	return key === 'backup.folder' || key === 'media.recycleBin' ? String(value) || own : null;
}

/**
 * Why nothing may be stored in the folder of a setting; null for other settings. Where it is a link, its target is
 * checked too, but it need not exist yet. Throws Unavailable if no disks worker answers.
 */
async function folderFault(key: SettingKey, value: unknown, deps: Pick<RouteDeps, 'http' | 'jobs' | 'waits'>): Promise<string | null> {
	const {dataDir} = deps.http;
	const path = normalPath(folderOf(key, value, deps) ?? '');
	if (path === null || (key === 'backup.folder' && path === normalPath(backupFolderOf(dataDir)))) {
		return null;
	}
	const fault = whyForeign(path) ?? (overlaps(path, dataDir) ? ofOurData : null);
	if (fault !== null) {
		return fault;
	}
	const {realPath, overlapping} = await askDisks(deps, checkRootFolder, {path, others: [dataDir]});
	return overlapping === null ? whyForeign(realPath) : ofOurData;
}

type StoreDeps = Pick<RouteDeps, 'http' | 'jobs' | 'now' | 'outbox' | 'settings' | 'usedFolders'>;

async function store(key: SettingKey, value: unknown, deps: StoreDeps): Promise<void> {
	const {settings, now} = deps;
	if (isShown(key, value, settings)) {
		return;
	}
	const set = () => settings.set(key, value as never, now()); // faultOf checked it against the key's definition
	const folder = folderOf(key, value, deps);
	if (folder !== null) {
		// Saving a folder confirms that it is the right one, even if it differs from the one before.
		await deps.usedFolders.forget(folder);
	}
	const isSame = settings.get(key) === value;
	await (isSame ? set() : withItsJob(key, set, deps));
}

/** Some settings have consequences that are stored with the titles, so a job computes them again. */
function withItsJob(key: SettingKey, set: () => Promise<void>, deps: StoreDeps): Promise<void> {
	if (subtitleKeys.has(key)) {
		return changeWithJob(set, {job: rejudgeSubtitles, payload: {libraryId: null}}, deps);
	}
	if (isPlayerSetting(key)) {
		return changeWithJob(set, {job: writeNfo, payload: {title: null}}, deps);
	}
	return key === 'media.availabilityDelayDays' ? changeWithJob(set, {job: delayMovies, payload: {}}, deps) : set();
}

interface PreviewBody {
	movieFolderFormat?: string;
	movieFileFormat?: string;
	seriesFolderFormat?: string;
	seasonFolderFormat?: string;
	specialsFolderFormat?: string;
	episodeFileFormat?: string;
	dailyEpisodeFileFormat?: string;
	animeEpisodeFileFormat?: string;
	multiEpisodeStyle?: MultiEpisodeStyle;
	renameMovies?: boolean;
	renameEpisodes?: boolean;
	colonReplacement?: ColonReplacement;
	customColon?: string;
	replaceIllegalCharacters?: boolean;
}
const format = Joi.string().allow('').max(500);
const previewBody = Joi.object<PreviewBody, true>({
	movieFolderFormat: format,
	movieFileFormat: format,
	seriesFolderFormat: format,
	seasonFolderFormat: format,
	specialsFolderFormat: format,
	episodeFileFormat: format,
	dailyEpisodeFileFormat: format,
	animeEpisodeFileFormat: format,
	multiEpisodeStyle: Joi.string().valid(...multiEpisodeStyles),
	renameMovies: Joi.boolean(),
	renameEpisodes: Joi.boolean(),
	colonReplacement: Joi.string().valid(...colonReplacements),
	customColon: Joi.string().allow('').max(10).pattern(safeCharacters.form, safeCharacters.words),
	replaceIllegalCharacters: Joi.boolean(),
});

/**
 * Shows what naming settings make of sample titles before they are stored; those that are not given are the current
 * ones. A format for episodes counts for daily series and anime too, unless theirs are given.
 */
function namingPreviewRoutes({settings}: RouteDeps): Route[] {
	return [
		route('GET /api/settings/media/naming-tokens', {access: 'admin'}, async () => ok({tokens: namingToken.list.present(namingTokens)})),
		route('POST /api/settings/media/naming-preview', {access: 'admin', body: previewBody}, async ({body}) => {
			const {colonReplacement: colon, customColon, replaceIllegalCharacters: replaceIllegal} = body;
			const {episodeFileFormat: standardEpisode} = body;
			const characters = {colon, customColon, replaceIllegal};
			const movies = {movieFolder: body.movieFolderFormat, movieFile: body.movieFileFormat, rename: body.renameMovies};
			const series = {
				seriesFolder: body.seriesFolderFormat,
				seasonFolder: body.seasonFolderFormat,
				specialsFolder: body.specialsFolderFormat,
				standardEpisode,
				dailyEpisode: body.dailyEpisodeFileFormat ?? standardEpisode,
				animeEpisode: body.animeEpisodeFileFormat ?? standardEpisode,
				multiEpisodeStyle: body.multiEpisodeStyle,
				rename: body.renameEpisodes,
			};
			const preview = previewNaming(
				{...movieNaming(settings), ...given({...characters, ...movies})},
				{...episodeNaming(settings), ...given({...characters, ...series})},
			);
			return ok(namingPreview.present(preview));
		}),
	];
}

/** The fields that have a value. */
function given<T extends object>(fields: T): {[Name in keyof T]?: Exclude<T[Name], undefined>} {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[Name in keyof T]?: Exclude<T[Name], undefined>;
	};
}

/** Milliseconds that the caller waits for the provider. */
const limitMs = 4000;

/** Has a worker ask the metadata provider about a key that was just stored. Null if no new key was given. */
export async function checkKey(apiKey: unknown, {jobs, secrets}: {jobs: JobClient; secrets: Secrets}): Promise<KeyCheck | null> {
	if (typeof apiKey !== 'string' || apiKey === '' || apiKey === maskedSecret) {
		return null;
	}
	const sealed = sealPayload(checkMetadataKey, {apiKey}, secrets);
	try {
		await jobs.ask(checkMetadataKey, {sealed}, {timeoutMs: limitMs});
		return {success: true, code: null, message: 'The metadata provider accepts the key.'};
	} catch (error) {
		return isExpected(error) ? {success: false, code: error.code, message: error.message} : unchecked;
	}
}

/** The key is stored, so a failure of ours must not say otherwise. */
const unchecked: KeyCheck = {
	success: false,
	code: 'unavailable',
	message: 'The key is stored, but could not be checked: Redis does not answer. Store it once more when it does.',
};
