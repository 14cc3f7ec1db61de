import type {SiteRelease} from '#shared/domain/definitions/read-release.ts';
import {categoriesBelow} from '#shared/domain/definitions/standard-categories.ts';
import type {FoundRelease, IndexerFlag} from '#shared/domain/release/release.ts';
import {toHexInfoHash} from '../../torrents/magnet.ts';
import {flagsOfFactors} from '../feed/item.ts';
import {guidOf, maxAddress, maxTitle} from '../feed/read-item.ts';
import type {SiteSettings} from './open-site.ts';

/** Null for a release that names itself or its place with more than anybody stores. */
export function toFoundRelease(release: SiteRelease, {id, name, priority}: SiteSettings): FoundRelease | null {
	const {download = null, magnet = null, infohash} = release;
	const title = (release.title ?? '').replace(/\s+/g, ' ').trim();
	const address = download ?? magnet ?? '';
	if (title.length > maxTitle || address.length > maxAddress) {
		return null;
	}
	// Some sites list both kinds of files.
	const isUsenet = download !== null && /\.nzb$/i.test(URL.parse(download)?.pathname ?? '');
	return {
		guid: guidOf(download ?? infohash ?? magnet ?? ''),
		title,
		size: release.size ?? 0,
		indexer: name,
		indexerId: id,
		indexerPriority: priority,
		publishDate: release.date === undefined ? null : new Date(release.date),
		downloadUrl: download,
		magnetUrl: isUsenet ? null : magnet,
		infoUrl: release.details ?? release.comments ?? null,
		category: (release.categories ?? []).map(String),
		protocol: isUsenet ? 'usenet' : 'torrent',
		seeders: isUsenet ? null : (release.seeders ?? null),
		leechers: isUsenet ? null : (release.leechers ?? null),
		infoHash: isUsenet ? null : toHexInfoHash(infohash ?? ''),
		flags: flagsOf(release),
		...seedingOf(release),
		container: null,
		files: null,
		languages: [],
		imdbId: release.imdbid ? `tt${String(release.imdbid).padStart(7, '0')}` : null,
		metaId: release.tmdbid || null,
		tvMetaId: release.tvdbid || null,
	};
}

function flagsOf({downloadvolumefactor, uploadvolumefactor, description = ''}: SiteRelease): IndexerFlag[] {
	const internal = /^\s*internal/i.test(description) ? (['internal'] as const) : [];
	return [...flagsOfFactors(downloadvolumefactor, uploadvolumefactor), ...internal];
}

/** A number larger than any sensible goal is garbage. */
const maxRatio = 10_000;
const maxMinutes = 1_000_000;

function seedingOf({minimumratio = 0, minimumseedtime = 0}: SiteRelease): Pick<FoundRelease, 'minimumSeeding'> {
	const ratio = minimumratio > 0 && minimumratio <= maxRatio ? minimumratio : null;
	const wanted = Math.ceil(minimumseedtime / 60);
	const minutes = wanted > 0 && wanted <= maxMinutes ? wanted : null;
	return ratio === null && minutes === null ? {} : {minimumSeeding: {ratio, minutes}};
}

/** Above this number are the categories of the site itself. */
const ownBase = 100_000;

/** Whether a release is in one of these categories, or below. One without any may be in all of them. */
export function isInCategories({categories = []}: SiteRelease, wanted: readonly number[]): boolean {
	const below = new Set(wanted.flatMap(categoriesBelow));
	return categories.every(each => each >= ownBase) || categories.some(each => below.has(each) || wanted.includes(each));
}
