import type {SceneTitle} from '#shared/domain/media/other-numbers.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {SceneEntry} from '#shared/domain/numbering/scene-numbers.ts';
import {TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {SceneList} from '#shared/store/series/scene-maps.ts';
import type {Http} from '../http/http.ts';
import {asRecord, parseJson} from '../http/read-body.ts';

/** TheXEM, or a server that speaks its API. */
interface SceneService {
	/** Without a slash at its end. */
	url: string;
	http: Http;
	signal: AbortSignal;
}

const timeoutMs = 30_000;
/** Seconds to leave it alone when it does not say how long. */
const pauseSeconds = 3600;
/** Far more than there are, so that a broken answer does not fill the database. */
const max = {series: 20_000, names: 100, entries: 5000, nameLength: 300};

/** Everything that the service lists, in two requests: its operator asks programs not to ask these per series. */
export async function readSceneList(service: SceneService): Promise<SceneList> {
	const ids = await ask('map/havemap?origin=tvdb', service);
	const named = asRecord(await ask('map/allNames?origin=tvdb&seasonNumbers=true', service));
	const mapped = (Array.isArray(ids) ? ids : []).flatMap(id => toId(id) ?? []).slice(0, max.series);
	const names = Object.entries(named ?? {})
		.slice(0, max.series)
		.flatMap(([id, rows]) => {
			const titles = toTitles(rows);
			const tvMetaId = toId(id);
			return tvMetaId !== null && titles.length > 0 ? [[tvMetaId, titles] as const] : [];
		});
	return {mapped: [...new Set(mapped)], names: new Map(names)};
}

export async function readSceneMap(tvMetaId: number, service: SceneService): Promise<SceneEntry[]> {
	const rows = await ask(`map/all?id=${tvMetaId}&origin=tvdb`, service);
	return (Array.isArray(rows) ? rows : []).slice(0, max.entries).flatMap(row => {
		const fields = asRecord(row);
		const [tvdb, scene] = [asRecord(fields?.['tvdb']), asRecord(fields?.['scene'])];
		return tvdb && scene ? [{tvdb: toNumber(tvdb), scene: {...toNumber(scene), absolute: toCount(scene['absolute']) || null}}] : [];
	});
}

/** A number, or its digits. What is missing is no zero, which would mean the specials. */
const toCount = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && /^\d{1,6}$/.test(value)) ? Number(value) : Number.NaN;
const toNumber = (fields: Record<string, unknown>) => ({season: toCount(fields['season']), episode: toCount(fields['episode'])});

function toId(value: unknown): number | null {
	const id = Number(value);
	return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

/** `[{"Name": -1}, "Name"]`: each name with its season, of which -1 means all. */
function toTitles(rows: unknown): SceneTitle[] {
	return (Array.isArray(rows) ? rows : [])
		.flatMap((row): SceneTitle[] => {
			if (typeof row === 'string') {
				return [{title: row, seasonNumber: null}];
			}
			return Object.entries(asRecord(row) ?? {}).map(([title, season]) => {
				const number = Number(season);
				return {title, seasonNumber: Number.isInteger(number) && number > 0 ? number : null};
			});
		})
		.filter(({title}) => title.trim() !== '' && title.length <= max.nameLength)
		.slice(0, max.names);
}

const nothing = /^(?:no single connection|no show with the tvdb_id)/i;

/** The data of an answer; null if the service has none. */
async function ask(path: string, {url, http, signal}: SceneService): Promise<unknown> {
	const {status, headers, body} = await http({url: `${url}/${path}`, timeoutMs, redirects: 2, network: 'any', signal});
	if (status === 429) {
		const seconds = parseRetryAfter(headers['retry-after'], new Date());
		throw new TooMany('scene_numbers_limited', 'The service of scene numbers limits our requests.', seconds ?? pauseSeconds);
	}
	const answer = asRecord(parseJson(body));
	const message = typeof answer?.['message'] === 'string' ? answer['message'] : '';
	if (status === 200 && answer?.['result'] === 'success') {
		return answer['data'] ?? null;
	}
	if (answer?.['result'] === 'failure' && nothing.test(message)) {
		return null;
	}
	throw new UpstreamFailed('scene_numbers_failed', `The service of scene numbers failed (${status}). Try again later.`);
}
